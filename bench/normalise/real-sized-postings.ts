import { escapeHtml } from '../../demo-board/boards/escape-html.js';
import { contentHtml } from '../../demo-board/boards/greenhouse-job.js';
import { generatePostings } from '../../demo-board/postings/generate.js';
import type { DemoPosting } from '../../demo-board/postings/posting.js';
import { emptyPosting, type Posting } from '../../worker/sources/posting.js';

/**
 * Generates postings of real size, some 3 kB of text, in the order of their companies: descriptions of the demo boards in
 * the markup of Greenhouse, Lever and Ashby, with the paragraphs that each company repeats. Pay is stated in a field, in a
 * block or in a sentence, as on those boards. The same options make the same postings.
 */
export function makeRealSizedPostings(options: { seed: number; postings: number; now: Date }): Posting[] {
  const boards = [asGreenhouse, asLever, asAshby] as const;
  return generatePostings(options)
    .sort((one, other) => one.companyName.localeCompare(other.companyName, 'en'))
    .map((posting) => (boards[posting.opening.company.houseStyle % boards.length] ?? asGreenhouse)(posting));
}

function common(posting: DemoPosting): Posting {
  const { board, opening, stated } = posting;
  return {
    ...emptyPosting(posting.title, `https://${board}.example${posting.path}?gh_jid=${posting.id}&utm_source=board`),
    sourceJobId: posting.id,
    requisitionId: posting.requisitionId,
    applyUrl: `https://${board}.example${posting.path}#app`,
    company: { name: posting.companyName, url: opening.company.url, logoUrl: null },
    places: [{ text: posting.locationText, city: null, region: null, country: null }],
    workplace: stated.workplace === 'field' ? [opening.workplace] : [],
    jobType: stated.jobType === 'field' ? [opening.jobType] : [],
    postedAt: posting.postedAt,
    validUntil: posting.validUntil,
    tags: [opening.occupation.department],
  };
}

/** Paragraphs and items in a span with a style, pay in a block, and everything escaped once more. */
function asGreenhouse(posting: DemoPosting): Posting {
  const own = '<span style="font-weight: 400;">';
  const body = typographic(contentHtml(posting))
    .replace(/<p>(?!<)/g, `<p>${own}`)
    .replace(/(?<!>)<\/p>/g, '</span></p>')
    .replace(/<li>/g, `<li style="font-weight: 400;" aria-level="1">${own}`)
    .replace(/<\/li>/g, '</span></li>');
  const { intro, conclusion } = repeatedBy(posting);
  const whole = `<div class="content-intro"><p>${intro}</p></div>${body}<div class="content-conclusion"><p>${conclusion}</p></div>`;
  return { ...common(posting), descriptionHtml: escapeHtml(whole) };
}

/** Divisions with empty ones between them; pay in a sentence. */
function asLever(posting: DemoPosting): Posting {
  const body = typographic(posting.descriptionHtml)
    .replace(/<p><(?:strong|b)>(.*?)<\/(?:strong|b)>/g, '<p><b style="font-size: 18px">$1</b>')
    .replace(/<p>/g, '<div>')
    .replace(/<\/p>/g, '</div><div><br></div>');
  const pay = posting.payText === null ? '' : `<div>The salary for this role is ${escapeHtml(posting.payText)}.</div>`;
  const { intro, conclusion } = repeatedBy(posting);
  return {
    ...common(posting),
    descriptionHtml: `<div><span style="font-size: 11pt">${intro}</span></div><div>&nbsp;</div>${body}${pay}<div>${conclusion}</div>`,
  };
}

/** A style on every block, paragraphs inside items, links; pay in a field. */
function asAshby(posting: DemoPosting): Posting {
  const style = 'style="min-height:1.5em"';
  const body = typographic(posting.descriptionHtml)
    .replace(/<p>/g, `<p ${style}>`)
    .replace(/<ul>\n?/g, `<ul ${style}>`)
    .replace(/<li>/g, `<li><p ${style}>`)
    .replace(/<\/li>\n?/g, '</p></li>');
  const link = `<a target="_blank" rel="noopener noreferrer nofollow" href="${posting.opening.company.url}/about?ref=jobs&amp;lang=en">us</a>`;
  const { intro, conclusion } = repeatedBy(posting);
  const { payText } = posting;
  return {
    ...common(posting),
    salary: payText === null ? null : { text: payText, min: null, max: null, currency: null, per: null },
    descriptionHtml: `<p ${style}>${intro} More about ${link}.</p>${body}<p ${style}><em>${conclusion}</em></p>`,
  };
}

/** Most texts of boards have typographic apostrophes and dashes. */
const typographic = (html: string): string => html.replace(/&#39;/g, '’').replace(/ - /g, ' – ');

/** The first and last paragraph of every posting of a company. */
function repeatedBy({ opening: { company } }: DemoPosting): { intro: string; conclusion: string } {
  const name = escapeHtml(company.name);
  return {
    intro: `${name} was founded in ${company.founded}, and ${company.people} people work here today. We believe that good work needs time, trust and colleagues who listen, and we look for people who think the same. Our teams plan their own weeks, share what they learn, and decide on their own tools; managers are there to help, not to count hours. More than a thousand customers rely on what we do every day.`,
    conclusion: `${name} is an equal opportunity employer. We welcome applications from everyone, whatever their age, origin, gender, religion, disability or family status, and we make every decision about employment by experience and skill alone. If you need an adjustment during the application or the interviews, tell us, and we’ll arrange it. We never ask applicants for money, and we only write from our own domain; please report messages that say otherwise. By applying you agree that we keep your data for six months.`,
  };
}
