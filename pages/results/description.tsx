import { type ComponentChildren, h } from 'preact';
import { OutsideLink } from '../components/job-card.js';

/** Allowed elements. Others are replaced by their contents, or removed if they are in `dropped`. */
const kept = new Set(
  'p br ul ol li strong b em i u h1 h2 h3 h4 h5 h6 blockquote pre code table thead tbody tr th td hr'.split(' '),
);
const dropped = new Set(
  'script style template iframe object embed form input button svg math noscript title'.split(' '),
);

/** The level of the highest heading of a description: one below the title of its job. */
export type HeadingLevel = 3 | 4;

/** The heading for one of the service, whose highest is h3. */
function headingAt(tag: string, level: HeadingLevel): 'h3' | 'h4' | 'h5' | 'h6' {
  const depth = Math.max(0, Number(tag.slice(1)) - 3);
  return `h${Math.min(level + depth, 6) as 3 | 4 | 5 | 6}`;
}

type Policy = { createHTML(html: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };

/** The Trusted Types policy that the page allows: only this file parses HTML, into an inert document. */
const policies = (globalThis as typeof globalThis & { trustedTypes?: Policies }).trustedTypes;
const policy: Policy = { createHTML: (html) => html };
const trusted = policies?.createPolicy('description', policy) ?? policy;

/** The description of a job. The service has sanitised it; as a second line of defence only allowed elements are shown. */
export function Description({ html, level }: { html: string; level: HeadingLevel }) {
  const inert = new DOMParser().parseFromString(trusted.createHTML(html), 'text/html');
  return <>{contentsOf(inert.body, level)}</>;
}

const contentsOf = (from: Node, level: HeadingLevel): ComponentChildren[] =>
  [...from.childNodes].map((node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || dropped.has(node.localName)) return null;
    const tag = node.localName;
    const contents = contentsOf(node, level);
    if (tag === 'a') return <OutsideLink href={node.getAttribute('href')}>{contents}</OutsideLink>;
    return kept.has(tag) ? h(/^h\d$/.test(tag) ? headingAt(tag, level) : tag, { dir: 'auto' }, contents) : contents;
  });
