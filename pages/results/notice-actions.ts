import { say } from '../../shared/messages/messages.js';
import { readLeftOut } from '../../shared/search/query/left-out.js';
import { wordOf } from '../components/words.js';
import type { Answer, Query } from '../search/answer.js';
import { defaults, filterNames } from '../search/query.js';

/** Maximum words of a keyword left out in turn, because each count is a search. */
const mostWords = 4;

/** The same search without one word or filter, and the number of jobs it finds. */
export type WayOut = { key: string; label: string; query: Query; jobs: number };

/**
 * Words and filters to remove from a search that finds nothing, sorted by the jobs then found; without those that find
 * none. The answer counts filters and single words; `countOf`: the jobs of another search, 0 = unknown.
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
  // With two words, "only A" equals "without B"; the count of the latter may be unknown.
  const counted = words.filter(({ jobs }) => jobs > 0);
  const isNew = ({ query: { keyword } }: WayOut): boolean =>
    counted.every(({ query: { keyword: one } }) => one !== keyword);
  return [...counted, ...filters, ...alone.filter(isNew)]
    .filter(({ jobs }) => jobs > 0)
    .sort((one, other) => other.jobs - one.jobs);
}

type Answered = Pick<Answer, 'query' | 'notices'>;

/** A search of several plain words, without each in turn; none for operators, whose parts belong together. */
export function shorterSearches(query: Query): { word: string; query: Query }[] {
  const { keyword } = query;
  const words = keyword.split(/\s+/).filter((word) => word !== '');
  if (words.length < 2 || words.length > mostWords || /["():|]|\b(?:or|and|not)\b/i.test(keyword)) return [];
  return words.map((word, at) => {
    const rest = words.filter((_, index) => index !== at).join(' ');
    return { word, query: { ...query, keyword: rest, page: '0' } };
  });
}

/** Another search that a notice suggests, with its button text. */
type NoticeAction = { label: string; query: Query };

/**
 * The searches suggested by notices: for the exact words, or in the place that was probably meant. Notices are plain
 * sentences, so names that do not occur in the query get no button.
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

/** The suggested place in a notice about an unknown one. */
function placeMeant(notice: string): string | null {
  if (!notice.startsWith('We do not know the place "')) return null;
  const [, asked] = / Did you mean "([^"]{1,120})"\?$/.exec(notice) ?? [];
  const [, read] = /" and read it as "([^"]{1,120})"\./.exec(notice) ?? [];
  return asked ?? read ?? null;
}

/** The words that a notice suggests quoting. */
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

/** The keyword with one word quoted; `null` if that word does not occur outside quotes. */
function quoteIn(keyword: string, word: string): string | null {
  const text = keyword.toLowerCase();
  for (let at = text.indexOf(word.toLowerCase()); at !== -1; at = text.indexOf(word.toLowerCase(), at + 1)) {
    const end = at + word.length;
    const isWhole = !/[\p{L}\p{N}":]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}"]/u.test(text.slice(end));
    if (isWhole) return `${keyword.slice(0, at)}"${keyword.slice(at, end)}"${keyword.slice(end)}`;
  }
  return null;
}
