import type { ComponentChildren } from 'preact';
import { say } from '../../shared/messages/messages.js';

/** The main link of a page, by default to the search. */
export const MainLink = ({ href = '/', children = say('searchForJobs') }: LinkProps) => (
  <p>
    <a class="act strong" href={href}>
      {children}
    </a>
  </p>
);

type LinkProps = { href?: string; children?: ComponentChildren };
