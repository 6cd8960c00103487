import type { DemoPosting } from '../postings/posting.js';
import { escapeHtml } from './escape-html.js';
import { readableDate } from './layout.js';

/** The part of a page that shows one posting to a person. `apply` is the address behind the button. */
export function postingHtml(posting: DemoPosting, apply: string): string {
  const { title, companyName, locationText, opening } = posting;
  return `<h1>${escapeHtml(title)}</h1>
<p class="sub">${escapeHtml(companyName)} · ${escapeHtml(locationText)}</p>
<ul class="facts">${factsOf(posting)
    .map((fact) => `<li>${escapeHtml(fact)}</li>`)
    .join('')}</ul>
<article class="description">
${posting.descriptionHtml}
</article>
<div class="employer"><img src="/logos/${opening.company.slug}.svg" alt="" width="48" height="48">
<p><strong>${escapeHtml(companyName)}</strong><br><span class="sub">${escapeHtml(new URL(opening.company.url).hostname)}</span></p></div>
<p><a class="button" href="${apply}">Apply for this job</a></p>`;
}

/** A posting in a list, with the link the list exists for. */
export function cardHtml(posting: DemoPosting): string {
  const { path, title, companyName, locationText, postedAt } = posting;
  const pay = visiblePay(posting);
  return `<li class="card"><a class="job" href="${path}">${escapeHtml(title)}</a>
<p>${escapeHtml(companyName)} · ${escapeHtml(locationText)}</p>
<p>${pay ? `${escapeHtml(pay)} · ` : ''}<time datetime="${postedAt}">${readableDate(postedAt)}</time></p></li>`;
}

/** Pay is shown apart only where the board states it apart. */
export function visiblePay({ payText, stated }: DemoPosting): string | null {
  return stated.pay === 'field' ? payText : null;
}

function factsOf(posting: DemoPosting): string[] {
  const { opening, stated, requisitionId, postedAt } = posting;
  const pay = visiblePay(posting);
  return [
    ...(pay ? [pay] : []),
    ...(stated.jobType === 'field' ? [opening.jobType] : []),
    `Posted ${readableDate(postedAt)}`,
    ...(requisitionId ? [`Ref. ${requisitionId}`] : []),
  ];
}
