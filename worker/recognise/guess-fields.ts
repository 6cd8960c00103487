import type { CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { tableOf } from '../../shared/table-of.js';

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
