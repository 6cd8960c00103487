import { isPayOfFullTime, levelsOf, typesOf } from '../../../shared/search/job.js';
import { type AskedPay, readAskedPay } from '../../../shared/search/query/asked-pay.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import { currencyNumber } from '../../../shared/words/currencies.js';
import { unitsOf } from '../../../shared/words/exchange-rates.js';
import { languageName } from '../../../shared/words/languages.js';
import { wordsIn } from '../../../shared/words/vocabulary.js';
import { hoursOf } from '../../../shared/words/words.js';
import {
  bitOf,
  type CollectionIndex,
  commonFields,
  type IndexedField,
  indexedFields,
} from '../index/collection-index.js';
import { hasPhrase } from '../index/phrases.js';
import { type MatchedVariant, quoteMatches } from '../keyword/quote-matches.js';
import type { ResolvedVariant } from '../keyword/synonyms.js';
import { payRange } from '../segment/fact-columns.js';
import type { Entry, Group } from '../segment/open-segment.js';
import { boundsOfPay, overlapsPay } from './filter/filter.js';
import type { PlaceFilter } from './filter/place-filter.js';
import type { Hits } from './score/find-hits.js';

type Posting = Pick<Entry, 'job'>;

/** Why pay matches a search, and whether it is that of a posting. */
type PayReason = { reason: string; isMet(posting: Posting): boolean };

/**
 * Explains which pay matches a search: that of the first of these postings that does. Pay in another currency than the
 * requested one follows `≈` and its rounded equivalent: "≈ 92,000 EUR (pays 100,000 USD)".
 */
function payReason(postings: readonly Posting[], asked: AskedPay): PayReason {
  const bounds = boundsOfPay(asked);
  const currency = asked.currency ?? 'USD';
  const isMet = ({ job }: Posting): boolean => overlapsPay(bounds, payRange(job));
  const job = postings.find(isMet)?.job;
  if (job === undefined) return { reason: 'pays what is asked', isMet };
  const { from, to } = payRange(job);
  const year = isPayOfFullTime(job) ? ' a year of full-time work' : ' a year';
  const stated = job.salary?.currency ?? null;
  if (stated !== currency) {
    const unit = unitsOf(currency)[currencyNumber(stated)] ?? Number.NaN;
    const equivalent = rangeText(rounded(from / unit), rounded(to / unit));
    const work = isPayOfFullTime(job) ? year : '';
    return { reason: `≈ ${equivalent} ${currency} (pays ${rangeText(from, to)} ${stated}${work})`, isMet };
  }
  const per = ` ${currency}${year}`;
  if (job.salary?.yearly?.min === null) return { reason: `pays up to ${to}${per}`, isMet };
  if (asked.max !== null) return { reason: `pays ${from === to ? from : `${from} to ${to}`}${per}`, isMet };
  return { reason: from < (asked.min ?? 0) ? `pays up to ${to}${per}` : `pays ${from}${per} or more`, isMet };
}

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const rangeText = (from: number, to: number): string =>
  from === to ? grouped.format(from) : `${grouped.format(from)}–${grouped.format(to)}`;

/** Rounded to hundreds, from 10,000 on; a converted amount is not exact. */
const rounded = (amount: number): number => {
  const step = amount >= 10_000 ? 100 : 10;
  return Math.round(amount / step) * step;
};

/** The reasons why a job is in an answer, in plain language (`match.why`). */
export function explain(
  { shown, members }: Group,
  { query, hits, place, now }: { query: SearchSubject; hits: readonly Hits[]; place: PlaceFilter | null; now: number },
): string[] {
  const { job } = shown;
  const why = keywordReasons(members, hits);
  if (place !== null) why.push(place.why(job));
  why.push(...wordReasons({ shown, members }, wordsIn(query.remoteFilter), ({ workplace }) => [workplace]));
  why.push(...wordReasons({ shown, members }, wordsIn(query.jobType), typesOf));
  why.push(...wordReasons({ shown, members }, wordsIn(query.experienceLevel), levelsOf, levelName));
  if (query.language !== '' && job.stated?.language) why.push(`written in ${languageName(job.stated.language)}`);
  if (query.salary !== '') {
    const pay = payReason([shown, ...members], readAskedPay(query.salary));
    why.push(pay.reason + boardSuffix({ shown, members }, pay.isMet));
  }
  if (!Number.isNaN(shown.postedAt)) why.push(`posted ${ago(now - shown.postedAt)}`);
  const oldest = query.dateSincePosted === '' ? Number.NaN : now - hoursOf(query.dateSincePosted) * 3_600_000;
  const newer = shown.postedAt >= oldest ? undefined : members.find(({ postedAt }) => postedAt >= oldest);
  if (newer !== undefined) why.push(`posted again ${ago(now - newer.postedAt)} on ${newer.source}`);
  const { repeats } = shown.entry;
  if (repeats > 0) why.push(`listed ${repeats + 1} times by ${job.source}`);
  const boards = members.length === 1 ? 1 : new Set(members.map(({ source }) => source)).size;
  if (boards > 1) why.push(`found on ${boards} boards`);
  // "remote" may be the reason of both the location and the filter.
  return why.filter((reason, at) => why.indexOf(reason) === at);
}

/** How a reason names the field of a word. */
const fieldPhrases: Readonly<Record<IndexedField, string>> = {
  title: 'title has',
  company: 'company is called',
  tags: 'skills include',
  facts: 'listed as',
  text: 'description mentions',
};

/** Where the clauses of the first matching conjunction are found; one reason per field. */
function keywordReasons(members: readonly Entry[], hits: readonly Hits[]): string[] {
  for (const { conjunction, variants } of hits) {
    const found = conjunction.clauses.map((_, at) => bestMatchOf(members, { at, variants }));
    if (found.some((each) => each === null)) continue;
    const byField = new Map<IndexedField, MatchedVariant[]>();
    for (const each of found) if (each !== null) byField.set(each.field, [...(byField.get(each.field) ?? []), each]);
    return [...byField].map(([field, all]) => `${fieldPhrases[field]} ${listed(quoteMatches(field, all))}`);
  }
  return [];
}

/** The best field, of any posting of the group, that has a variant of a clause. */
function bestMatchOf(
  members: readonly Entry[],
  { at, variants }: { at: number; variants: Hits['variants'] },
): (MatchedVariant & { field: IndexedField }) | null {
  let best: { field: number; variant: ResolvedVariant; member: Entry } | null = null;
  for (const member of members)
    for (const variant of variants.of(member.index)[at] ?? []) {
      const field = bestFieldWith(member.index, variant, {
        entry: member.at,
        below: best?.field ?? indexedFields.length,
      });
      if (field !== null) best = { field, variant, member };
    }
  const name = indexedFields[best?.field ?? -1];
  return best === null || name === undefined ? null : { ...best, field: name };
}

/** The most significant field of an entry that has the phrase, among those before the field `below`; `null` = none. */
function bestFieldWith(
  index: CollectionIndex,
  { words, ignored }: ResolvedVariant,
  { entry, below }: { entry: number; below: number },
): number | null {
  const common = below === 0 ? 0 : commonFields(index, words, entry) & ~ignored;
  for (let field = 0; common !== 0 && field < below; field++)
    if (common & bitOf(field) && (words.length === 1 || hasPhrase(index, words, { entry, field }))) return field;
  return null;
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** A posting, or the merged record, as conditions read it. */
type Stating = Pick<Entry, 'job'>;

/** `""` when the shown record meets a condition, otherwise the board whose copy does: copies may differ. */
function boardSuffix({ shown, members }: Group, says: (member: Stating) => boolean): string {
  const member = says(shown) ? undefined : members.find(says);
  return member === undefined ? '' : ` on ${member.job.source}`;
}

/** The word of a list stated by the shown record, or by a board, which is then named; none without a list. */
function wordReasons(
  group: Group,
  asked: readonly string[],
  stated: (job: Entry['job']) => readonly (string | null)[],
  nameOf = (word: string): string => word,
): string[] {
  const says = (word: string, { job }: Stating): boolean => stated(job).includes(word);
  const shown = asked.find((word) => says(word, group.shown));
  const word = shown ?? asked.find((each) => group.members.some((member) => says(each, member)));
  return word === undefined ? [] : [nameOf(word) + boardSuffix(group, (member) => says(word, member))];
}

const levelName = (level: string): string => (level.endsWith('level') ? level : `${level} level`);

function ago(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 1) return 'within the hour';
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  if (days < 14) return days === 1 ? 'yesterday' : `${days} days ago`;
  return days < 60 ? `${Math.floor(days / 7)} weeks ago` : `${Math.floor(days / 30)} months ago`;
}
