import { el, externalLink } from './dom.js';

/** Allowed elements. Others are replaced by their contents, or removed if they are in `dropped`. */
const kept = new Set(
  'p br ul ol li strong b em i u h1 h2 h3 h4 h5 h6 blockquote pre code table thead tbody tr th td hr'.split(' '),
);
const dropped = new Set(
  'script style template iframe object embed form input button svg math noscript title'.split(' '),
);

/** Headings of a description are lowered below the title of the job (h3). */
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

/** The Trusted Types policy that the page allows: only this file parses HTML, into an inert document. */
const policies = (globalThis as typeof globalThis & { trustedTypes?: Policies }).trustedTypes;
const policy: Policy = { createHTML: (html) => html };
const trusted = policies?.createPolicy('description', policy) ?? policy;

/** The description of a job as elements. The service has sanitised it; as a second line of defence only allowed elements are copied. */
export function renderDescription(html: string): DocumentFragment {
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
    if (tag === 'a') fragment.append(externalLink(node.getAttribute('href'), {}, copyOf(node)));
    else if (kept.has(tag)) fragment.append(el((lowered[tag] ?? tag) as 'p', {}, copyOf(node)));
    else fragment.append(copyOf(node));
  }
  return fragment;
}
