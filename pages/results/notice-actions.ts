import { say } from '../../shared/messages/messages.js';
import { readLeftOut } from '../../shared/search/query/left-out.js';
import { wordOf } from '../components/words.js';
import type { Answer, Query } from '../search/answer.js';
import { defaults, filterNames } from '../search/query.js';

/** As many words of a keyword are tried one by one: each count is a search. */
const mostWords = 4;

/** The same search without one word or filter, and the jobs that it finds. */
export type WayOut = { key: string; label: string; query: Query; jobs: number };

/**
 * What can be left out of a search that finds nothing, what finds most first; what finds nothing either is not in it. The answer itself
 * says it of the filters and of a word alone; `countOf`: the jobs of another search, 0 = not known.
 */
export function waysOut({ query, notices }: Answered, countOf: (query: Query) => number): WayOut[] {
  const leftOut = readLeftOut(notices);
  const filters = filterNames.map((name) => ({
    key: name,
    jobs: leftOut.fields.get(name) ?? 0,
    label: name === 'salary' ? say('way.withoutPay') : say('way.without', { word: wordOf(name, query[name]) }),
    query: { ...query, [name]: defaults[name], page: '0' },
  }));
  const words = shorterSearches(query).map(({ word, query: other }) => ({
    key: `word ${word}`,
    label: say('way.without', { word }),
    query: other,
    jobs: countOf(other),
  }));
  const alone = [...leftOut.words].map(([word, jobs]) => ({
    key: `only ${word}`,
    label: say('way.only', { word }),
    query: { ...query, keyword: word, page: '0' },
    jobs,
  }));
  // Of two words, each is alone without the other, whose count may not be known.
  const counted = words.filter(({ jobs }) => jobs > 0);
  const isNew = ({ query: { keyword } }: WayOut): boolean =>
    counted.every(({ query: { keyword: one } }) => one !== keyword);
  return [...counted, ...filters, ...alone.filter(isNew)]
    .filter(({ jobs }) => jobs > 0)
    .sort((one, other) => other.jobs - one.jobs);
}

type Answered = Pick<Answer, 'query' | 'notices'>;

/** A search for several plain words without each of them in turn; none for one with operators, whose parts belong together. */
export function shorterSearches(query: Query): { word: string; query: Query }[] {
  const { keyword } = query;
  const words = keyword.split(/\s+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > mostWords || /["():|]|\b(?:or|and|not)\b/i.test(keyword)) return [];
  return words.map((word, at) => {
    const rest = words.filter((_, index) => index !== at).join(' ');
    return { word, query: { ...query, keyword: rest, page: '0' } };
  });
}

/** Another search that a notice speaks of, with the words on its button. */
type NoticeAction = { label: string; query: Query };

/**
 * The other searches that a notice of the service speaks of: for words just as they are written, or in the place that was
 * probably meant. Notices are sentences, so what is not found in the query has no button.
 */
export function noticeActions(notice: string, query: Query): NoticeAction[] {
  const place = placeMeant(notice);
  if (place !== null && query.location !== '' && !/;| or /i.test(query.location))
    return [{ label: say('way.searchIn', { place }), query: { ...query, location: place, page: '0' } }];
  const words = wordsToQuote(notice);
  let keyword: string | null = query.keyword;
  for (const word of words) keyword = keyword === null ? null : quoteIn(keyword, word);
  if (words.length === 0 || keyword === null) return [];
  const label = say('way.exactly', { words: words.map((word) => `“${word}”`).join(' ') });
  return [{ label, query: { ...query, keyword, page: '0' } }];
}

/** The place that a notice names for one that is not known. */
function placeMeant(notice: string): string | null {
  if (!notice.startsWith('We do not know the place "')) return null;
  const [, asked] = / Did you mean "([^"]{1,120})"\?$/.exec(notice) ?? [];
  const [, read] = /" and read it as "([^"]{1,120})"\./.exec(notice) ?? [];
  return asked ?? read ?? null;
}

/** The words that a notice says to put in quotes. */
function wordsToQuote(notice: string): string[] {
  const [, just] = / Put "([^"]{1,200})" in quotes to look for just that\.$/.exec(notice) ?? [];
  const [, unused] = /^"([^"]{1,200})" in the keyword is not used, /.exec(notice) ?? [];
  const one = just ?? unused;
  if (one !== undefined) return [one];
  const lead = ' put them in quotes: ';
  const at = notice.indexOf(lead);
  const several = at === -1 ? '' : notice.slice(at + lead.length).slice(0, 400);
  return [...several.matchAll(/"([^"]{1,200})"/g)].map(([, word = '']) => word);
}

/** The keyword with a word of it in quotes; `null` when it has no such word outside quotes. */
function quoteIn(keyword: string, word: string): string | null {
  const text = keyword.toLowerCase();
  for (let at = text.indexOf(word.toLowerCase()); at !== -1; at = text.indexOf(word.toLowerCase(), at + 1)) {
    const end = at + word.length;
    const isWhole = !/[\p{L}\p{N}":]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}"]/u.test(text.slice(end));
    if (isWhole) return `${keyword.slice(0, at)}"${keyword.slice(at, end)}"${keyword.slice(end)}`;
  }
  return null;
}
