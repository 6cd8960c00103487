import type { ComponentChildren } from 'preact';
import { say } from '../../shared/messages/messages.js';

/** The one link that leads on from a page, to a search unless it says otherwise. */
export const MainLink = ({ href = '/', children = say('searchForJobs') }: LinkProps) => (
  <p>
    <a class="act strong" href={href}>
      {children}
    </a>
  </p>
);

type LinkProps = { href?: string; children?: ComponentChildren };
