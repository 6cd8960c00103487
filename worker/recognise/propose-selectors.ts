import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { tableOf } from '../../shared/table-of.js';
import { readDeclared } from '../sources/parse/selector-extraction.js';
import type { Posting } from '../sources/posting.js';
import { parseMarkup } from '../structured-data/parse-markup.js';

/** Selectors for a list of postings, as the settings `item` and `fields` of a site, and their results. */
export type Proposal = { item: string; fields: Record<string, string>; postings: Posting[] };

/** Longer texts are not titles. */
const longestExample = 300;

/**
 * Proposes selectors for a page from two of its postings, given by their titles or the addresses they link to. The
 * titles share a tag and classes; a posting is the largest element around one of them that contains no other. `null` =
 * the examples are not on the page, or nothing they share distinguishes postings from the rest.
 */
export function proposeSelectors(html: string, url: string, examples: readonly [string, string]): Proposal | null {
  const page = parseMarkup(html);
  const titles = examples.map((example) => findTitle(page, url, example));
  const [first, second] = titles;
  return first == null || second == null || first === second
    ? null
    : proposeFor(page, html, { url, titles: [first, second] });
}

/** The same for elements known to be titles of two postings. */
export function proposeFor(
  page: CheerioAPI,
  html: string,
  { url, titles: [first, second] }: { url: string; titles: readonly [Element, Element] },
): Proposal | null {
  for (const title of titleSelectors(page, first, second)) {
    const all = new Set(page<Element, string>(title).get());
    if (!all.has(first) || !all.has(second)) continue;
    const items = [first, second].map((element) => itemOf(page, element, all));
    const [one, other] = items;
    if (one === undefined || other === undefined) continue;
    for (const item of itemSelectors(page, one, other)) {
      const proposal = tryItem(page, html, { url, item, title, wanted: [one, other] });
      if (proposal !== null) return proposal;
    }
  }
  return null;
}

/** The innermost element whose text is the example, or the link to it. */
function findTitle(page: CheerioAPI, base: string, example: string): Element | null {
  const wanted = plain(example);
  if (wanted === '' || wanted.length > longestExample) return null;
  if (/^(?:https?:)?\//i.test(example.trim()) && URL.canParse(example.trim(), base)) {
    const { href } = new URL(example.trim(), base);
    const link = page<Element, string>('a[href]')
      .get()
      .find((element) => {
        const to = page(element).attr('href') ?? '';
        return URL.canParse(to, base) && new URL(to, base).href === href;
      });
    return link === undefined ? null : headingIn(page, link);
  }
  let found: Element | null = null;
  page<Element, string>('h1, h2, h3, h4, h5, h6, a, strong, b, span, div, p, td, li, dt, button').each((_, element) => {
    // Elements come in document order, so the last match within another is the innermost.
    if (found === null || page(element).closest(found).length > 0)
      if (
        plain(
          page(element)
            .text()
            .slice(0, 2 * longestExample),
        ) === wanted
      )
        found = element;
  });
  return found;
}

/** A link's own heading, if the link contains a complete posting. */
function headingIn(page: CheerioAPI, link: Element): Element {
  return (page(link).find('h1, h2, h3, h4, h5, h6, [class*=title]').get(0) as Element | undefined) ?? link;
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Selectors shared by two titles, the most specific first. */
function titleSelectors(page: CheerioAPI, first: Element, second: Element): string[] {
  if (first.name !== second.name) return [];
  const titleSignature = signature(page, first, second);
  const [above, beside] = [page(first).parent<Element>(), page(second).parent<Element>()];
  const shared = above[0]?.name === beside[0]?.name && above[0] !== undefined && beside[0] !== undefined;
  const nested = shared && above[0] && beside[0] ? `${signature(page, above[0], beside[0])} > ${titleSignature}` : null;
  const grand = [above.parent<Element>()[0], beside.parent<Element>()[0]];
  const deep =
    nested !== null && grand[0] !== undefined && grand[1] !== undefined && grand[0].name === grand[1].name
      ? `${signature(page, grand[0], grand[1])} > ${nested}`
      : null;
  const candidates = titleSignature.includes('.') ? [titleSignature, nested, deep] : [nested, deep, titleSignature];
  return candidates.filter((css) => css !== null);
}

/** The tag of two elements and their common classes. Leaves out classes numbered by tools. */
function signature(page: CheerioAPI, first: Element, second: Element): string {
  const classesOf = (element: Element): string[] => (page(element).attr('class') ?? '').split(/\s+/);
  const theirs = new Set(classesOf(second));
  const shared = classesOf(first).filter(
    (name) => theirs.has(name) && /^[a-z_][\w-]*$/i.test(name) && !/\d\D*\d/.test(name),
  );
  return [first.name, ...shared.slice(0, 3).map((name) => `.${name}`)].join('');
}

/** The largest element around a title that contains no other title. */
function itemOf(page: CheerioAPI, title: Element, all: ReadonlySet<Element>): Element {
  let item = title;
  for (let above = page(title).parent<Element>()[0]; above !== undefined; above = page(above).parent<Element>()[0]) {
    if (above.name === 'body' || above.name === 'html') break;
    if (countWithin(page, above, all) > 1) break;
    item = above;
  }
  return item;
}

function countWithin(page: CheerioAPI, element: Element, all: ReadonlySet<Element>): number {
  let count = all.has(element) ? 1 : 0;
  for (const inner of page(element).find('*').get()) {
    if (all.has(inner as Element)) count += 1;
    if (count > 1) break;
  }
  return count;
}

function itemSelectors(page: CheerioAPI, one: Element, other: Element): string[] {
  if (one.name !== other.name) return [];
  const elementSignature = signature(page, one, other);
  const [above, beside] = [page(one).parent<Element>()[0], page(other).parent<Element>()[0]];
  if (above === undefined || beside === undefined || above.name !== beside.name) return [elementSignature];
  const id = above === beside ? page(above).attr('id') : undefined;
  const parent = id !== undefined && /^[a-z][\w-]*$/i.test(id) ? `#${id}` : signature(page, above, beside);
  return elementSignature.includes('.')
    ? [elementSignature, `${parent} > ${elementSignature}`]
    : [`${parent} > ${elementSignature}`, elementSignature];
}

type Attempt = { url: string; item: string; title: string; wanted: readonly [Element, Element] };

/** Reads the page with these selectors; `null` unless every item has its own title and both examples are among them. */
function tryItem(page: CheerioAPI, html: string, { url, item, title, wanted }: Attempt): Proposal | null {
  const items: Cheerio<Element> = page<Element, string>(item);
  const elements = items.get();
  if (elements.length < 2 || elements.length > 2000 || !wanted.every((element) => elements.includes(element)))
    return null;
  const inner = title.split(' > ').at(-1) ?? title;
  const withTitle = elements.filter((element) => page(element).find(inner).length > 0);
  // Headings and advertisements between the postings would be reported as flaws at each reading.
  if (withTitle.length < elements.length * 0.8) return null;
  const fields = { title: inner, ...guessFields(page, elements, inner) };
  return readProposal(html, url, { item, fields });
}

function readProposal(html: string, url: string, { item, fields }: Omit<Proposal, 'postings'>): Proposal | null {
  try {
    const { postings } = readDeclared(html, url, { item, fields });
    const distinct = new Set(postings.map((posting) => posting.url));
    return postings.length < 2 || distinct.size < 2 ? null : { item, fields, postings };
  } catch {
    // The selectors read nothing: another pair may.
    return null;
  }
}

/** A field of a posting, by the classes of its element or by the form of its text in most items. */
const guesses: readonly { field: string; name: RegExp | null; text: RegExp | null }[] = [
  { field: 'location', name: /loc(?:ation|\b)|place|city|where|standort|\bort\b|region|lieu|ubicaci/i, text: null },
  { field: 'posted', name: /date|posted|published/i, text: /^\d{4}-\d\d-\d\d/ },
  {
    field: 'salary',
    name: /salary|\bpay\b|compensation|gehalt|lohn/i,
    text: /(?:[$€£]\s?\d|\d\s?(?:€|£|EUR|USD|GBP|CHF)\b)/,
  },
  {
    field: 'jobType',
    name: /job-?type|contract|employment|commitment/i,
    text: /^(?:full|part)[ -]?time$|^(?:permanent|contract|temporary|internship|vollzeit|teilzeit)$/i,
  },
  { field: 'workplace', name: /workplace|remote/i, text: /^(?:remote|hybrid|on-?site)$/i },
  { field: 'company', name: /company|employer|organi[sz]ation/i, text: null },
];

/** Items examined. */
const sample = 30;

/** Guesses which innermost elements of the items contain facts. Uses only elements that most items have. */
export function guessFields(page: CheerioAPI, items: readonly Element[], title: string): Record<string, string> {
  const some = items.slice(0, sample);
  const half = some.length / 2;
  const texts = new Map<string, string[]>();
  for (const item of some)
    for (const [css, text] of leavesOf(page, item, title)) texts.set(css, [...(texts.get(css) ?? []), text]);
  const fields = tableOf<string>({});
  if (some.filter((item) => page(item).find('time[datetime]').length > 0).length >= half)
    fields.posted = 'time@datetime';
  for (const [css, found] of texts) {
    const field = found.length < half ? undefined : fieldOf(css, found, fields);
    if (field !== undefined) fields[field] = css;
  }
  return fields;
}

/** The selector and the text of an item's innermost elements, each selector once. */
function leavesOf(page: CheerioAPI, item: Element, title: string): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const inner of page(item).find('*').get()) {
    const element = inner as Element;
    if (page(element).children().length > 0 || page(element).is(title)) continue;
    const text = page(element).text().slice(0, 200).trim();
    const css = text === '' || text.length > 120 ? null : selectorOf(page, element);
    if (css !== null && !leaves.has(css)) leaves.set(css, text);
  }
  return leaves;
}

/** The first unused field that these elements seem to state. */
function fieldOf(css: string, found: readonly string[], taken: Record<string, string>): string | undefined {
  const classes = css.includes('.') ? css.slice(css.indexOf('.')) : '';
  return guesses.find(({ field, name, text }) => {
    if (taken[field] !== undefined) return false;
    if (classes !== '' && name?.test(classes)) return true;
    return text !== null && found.filter((each) => text.test(each)).length >= found.length * 0.7;
  })?.field;
}

/** The tag and the first plain classes of an element; only the tag when it is rare enough. */
function selectorOf(page: CheerioAPI, element: Element): string | null {
  const classes = (page(element).attr('class') ?? '').split(/\s+/).filter((name) => /^[a-z_][\w-]*$/i.test(name));
  if (classes.length > 0)
    return `${element.name}${classes
      .slice(0, 2)
      .map((name) => `.${name}`)
      .join('')}`;
  return /^(?:em|small|time|address|dd|i)$/.test(element.name) ? element.name : null;
}
