import type { FakeJob } from '../fake-board.js';

/** Texts that once made a pattern or loop take longer than linear time, each with the member of a posting that holds it. */
export const hostilePostings: Readonly<Record<string, Partial<FakeJob>>> = {
  'title-of-marks': { title: `(**${'**div*'.repeat(28)}s` },
  'title-of-brackets': { title: `Cook ${'('.repeat(100_000)}` },
  'title-of-spaces': { title: `Cook${' '.repeat(100_000)}(m/f` },
  'requisition-of-prefixes': { requisition: `${'jobid'.repeat(36)}none` },
  'company-of-lines': { company: `Fictive${'\n'.repeat(6000)}Works` },
  'company-of-dots': { company: `${'a.'.repeat(50_000)}` },
  'place-of-commas': { place: `Berlin${', '.repeat(50_000)}Germany` },
  'place-of-brackets': { place: `${'('.repeat(50_000)}Berlin` },
  'text-of-entities': { content: `<p>&${'amp;'.repeat(250_000)}</p>` },
  'text-of-divs': { content: `${'<div>'.repeat(100_000)}Cook` },
  'text-of-digits': { content: `<p>${'1 '.repeat(200_000)}a year</p>` },
  'text-of-open-tags': { content: '<p '.repeat(200_000) },
};

/** Pages that did the same to the readers of postings. */
export const hostilePages: Readonly<Record<string, string>> = {
  'page-of-markers': `<html><body>${'<script type="application/ld+json">'.repeat(36_000)}</body></html>`,
  'page-of-marker-words': `<html><body>${'application/ld+json '.repeat(65_000)}</body></html>`,
  'page-of-open-json': `<script type="application/ld+json">{"@type":"JobPosting",${'"a":['.repeat(100_000)}</script>`,
  'page-of-divs': `<div itemscope itemtype="https://schema.org/JobPosting">${'<div>'.repeat(100_000)}`,
  'page-of-types': `<html>${'itemtype='.repeat(100_000)}</html>`,
  'page-of-comments': `<html>${'<!--'.repeat(250_000)}</html>`,
};

/** A feed whose title never finishes matching an operator's own pattern, which none of our checks can know. */
export const hostileFeed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Jobs</title><item>
<title>${'a'.repeat(60)}!</title><link>https://feed.example/1</link></item></channel></rss>`;
export const titlePattern = '^(?<title>(?:a+)+)$';
