import { el, outLink } from './dom.js';

/** What a description may be made of; anything else leaves its text behind, or nothing at all. */
const kept = new Set(
  'p br ul ol li strong b em i u h1 h2 h3 h4 h5 h6 blockquote pre code table thead tbody tr th td hr'.split(' '),
);
const dropped = new Set(
  'script style template iframe object embed form input button svg math noscript title'.split(' '),
);

/** The page's headings end at the job's title; those of a description go below it. */
const lowered: Readonly<Record<string, 'h4' | 'h5' | 'h6'>> = {
  h1: 'h4',
  h2: 'h4',
  h3: 'h4',
  h4: 'h5',
  h5: 'h6',
  h6: 'h6',
};

type Policy = { createHTML(html: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };

/** Markup is parsed in this file alone, which the page's policy names; what comes of it is inert until it is copied. */
const policies = (globalThis as typeof globalThis & { trustedTypes?: Policies }).trustedTypes;
const policy: Policy = { createHTML: (html) => html };
const trusted = policies?.createPolicy('description', policy) ?? policy;

/** A job's description as elements. The service has sanitised it; it is copied by a list of what may be, all the same. */
export function describe(html: string): DocumentFragment {
  const inert = new DOMParser().parseFromString(trusted.createHTML(html), 'text/html');
  return copyOf(inert.body);
}

function copyOf(from: Node): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) fragment.append(node.textContent ?? '');
    if (!(node instanceof Element)) continue;
    const tag = node.localName;
    if (dropped.has(tag)) continue;
    if (tag === 'a') fragment.append(outLink(node.getAttribute('href'), {}, copyOf(node)));
    else if (kept.has(tag)) fragment.append(el((lowered[tag] ?? tag) as 'p', {}, copyOf(node)));
    else fragment.append(copyOf(node));
  }
  return fragment;
}
