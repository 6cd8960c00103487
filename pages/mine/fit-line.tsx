import { say } from '../../shared/messages/messages.js';
import type { Fit } from './fit.js';

/** The line of a card with the facts that fit a person and those that do not. */
export const FitLine = ({ fit: { fits, lacks } }: { fit: Fit }) =>
  fits.length + lacks.length === 0 ? null : (
    <p class="why fit">
      {fits.length > 0 && <span>{say('fit.fits', { what: fits.join(' · ') })}</span>}{' '}
      {lacks.length > 0 && <span class="quiet">{say('fit.lacks', { what: lacks.join(' · ') })}</span>}
    </p>
  );
