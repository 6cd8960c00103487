import { postingOf } from '../given.js';
import type { KeywordMeaning, Meaning, TruthQuery } from '../meaning.js';
import { tokensOf } from '../oracle/keyword-oracle.js';
import { highestPay } from '../oracle/pay-oracle.js';
import type { Row, WholeAnswer } from '../questions/ask.js';
import type { Opening } from '../world/opening.js';
import { kilometres } from '../world/towns.js';
import { areRelated } from '../world/vocabulary.js';
import type { World } from '../world/world.js';

/** Scripts whose words are written without spaces: a part of a name stands for itself. */
const unspacedLetter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Whether near matches stand at the end: not by relevance. */
const isSorted = ({ meaning }: TruthQuery): boolean => meaning.order !== 'relevant';
const isNear = ({ match }: Row): boolean => match.near === true;
const isInText = ({ match }: Row): boolean => match.inText === true;

/** The part of an answer that a row belongs to: by relevance titles, then near ones, then mentions; in another order near ones are last. */
const partOf = (row: Row, sorted: boolean): number =>
  sorted ? Number(isNear(row)) : isNear(row) ? 1 : isInText(row) ? 2 : 0;

/** What is wrong with the order of the exact matches of a response. */
export function orderTroubles({ rows }: WholeAnswer, query: TruthQuery, world: World): string[] {
  const exact = rows.filter((row) => !isNear(row));
  return [
    ...sortTroubles(exact, query, world),
    ...(isSorted(query) || !query.mayBroaden ? [] : ownWordsTroubles(exact, query, world)),
    ...inTextTroubles(exact, query, world),
  ];
}

/** Rows that are not in the order that was asked for. */
function sortTroubles(rows: readonly Row[], { meaning }: TruthQuery, world: World): string[] {
  if (meaning.order === 'relevant') return firstRise(rows, ({ match }) => match.score, 'match.score');
  if (meaning.order === 'recent')
    return firstRise(rows, ({ postedAt }) => Date.parse(postedAt ?? '1970-01-01'), 'postedAt');
  const boundsOf = meaning.order === 'salary' ? payBounds(meaning) : nearBounds(meaning);
  let lowest = Number.POSITIVE_INFINITY;
  for (const [at, row] of rows.entries()) {
    const opening = world.openingOf(postingOf(row.url));
    if (opening === undefined) continue;
    const [least, most] = boundsOf(opening);
    if (least > lowest) return [`row ${at} of ${meaning.order} ${least} stands after one of ${lowest}`];
    lowest = Math.min(lowest, most);
  }
  return [];
}

/** Between which keys an opening is sorted, higher ones first. */
type BoundsOf = (opening: Opening) => readonly [least: number, most: number];

/** The highest yearly pay; boards that contradict each other, and those not read yet, leave it open. */
function payBounds({ salary }: Meaning): BoundsOf {
  return (opening) => {
    const pay = highestPay(opening, salary?.currency ?? 'EUR');
    if (pay === null) return [-1, -1];
    const isEverywhere = opening.postings.every(({ facts }) => facts.pay !== null);
    return [isEverywhere ? pay.least : -1, pay.most];
  };
}

/** How far gazetteers place the centres of towns apart, in kilometres, for both of them. */
const apart = 30;

/** How near an opening is to the nearest town of the search. */
function nearBounds({ places }: Meaning): BoundsOf {
  const centres = places.flatMap((place) => (place.is === 'town' ? [place.town] : []));
  return ({ places: towns }) => {
    if (towns.length === 0) return [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const far = Math.min(...towns.flatMap((town) => centres.map((centre) => kilometres(town, centre))));
    return [-far - apart, -far + apart];
  };
}

/** The first row with a higher key than the one above it. */
function firstRise(rows: readonly Row[], key: (row: Row) => number, name: string): string[] {
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1];
    if (above !== undefined && key(row) > key(above)) return [`row ${at} has ${name} ${key(row)} after ${key(above)}`];
  }
  return [];
}

/** The words of a keyword without operators; `null` for another one. */
function plainWords(meaning: KeywordMeaning | null): string[] | null {
  if (meaning?.is === 'term') return meaning.within === 'any' && !meaning.quoted ? [...tokensOf(meaning.words)] : null;
  if (meaning?.is !== 'all') return null;
  const words = meaning.of.map(plainWords);
  return words.includes(null) ? null : words.flatMap((each) => each ?? []);
}

/** Postings found by the words themselves come before those found through a related word. */
function ownWordsTroubles(rows: readonly Row[], { meaning }: TruthQuery, world: World): string[] {
  const words = plainWords(meaning.keyword);
  if (words === null) return [];
  const repeated = new Set<string>();
  let related: Row | null = null;
  for (const row of rows) {
    const opening = world.openingOf(postingOf(row.url));
    if (opening === undefined) continue;
    const name = `${opening.company}\n${opening.title}`;
    const isOwn = words.every((word) => tokensOf(`${opening.title} ${opening.company}`).includes(word));
    // One that repeats a title and employer may stand further down.
    if (isOwn && related !== null && !repeated.has(name))
      return [`"${row.title}" has the words themselves and stands below "${related.title}" (${related.match.why[0]})`];
    if (isOwn) repeated.add(name);
    else if (words.some((word) => !holdsForm(heldBy(opening), word))) related ??= row;
  }
  return [];
}

/**
 * A posting that merely mentions the words is marked so, a title of the words is not, and one that is not marked has something of
 * the keyword in its title, its employer's name, its tags or the levels that boards state.
 */
function inTextTroubles(rows: readonly Row[], { meaning }: TruthQuery, world: World): string[] {
  const words = plainWords(meaning.keyword);
  if (words === null || words.length === 0) return [];
  for (const row of rows) {
    const opening = world.openingOf(postingOf(row.url));
    if (opening === undefined) continue;
    const title = tokensOf(opening.title);
    const isTitle = title.some((_, at) => words.every((word, index) => title[at + index] === word));
    if (isTitle && isInText(row)) return [`"${row.title}" is marked as a mere mention of ${words.join(' ')}`];
    const { company, tags, postings } = opening;
    const levels = postings.flatMap(({ facts }) =>
      [facts.level ?? [], facts.jobType ?? [], facts.workplace ?? []].flat(),
    );
    const held = new Set([opening.title, company, ...tags, ...levels].flatMap(tokensOf));
    const hasAny = words.some((word) => holdsForm(held, word) || [...held].some((each) => areRelated(each, word)));
    if (!hasAny && !isInText(row))
      return [`"${row.title}" has ${words.join(' ')} in its text alone and is not marked (${row.match.why[0]})`];
  }
  return [];
}

/** Whether one of the words is this one, begins with it ("partners") or is a compound with it ("softwareentwickler"). */
const holdsForm = (held: ReadonlySet<string>, word: string): boolean =>
  [...held].some((each) => each.includes(word) || (each.length > 3 && word.startsWith(each)));

const wordsByOpening = new WeakMap<Opening, ReadonlySet<string>>();

/** Every word of an opening, those of its stated level included. */
function heldBy(opening: Opening): ReadonlySet<string> {
  const known = wordsByOpening.get(opening);
  if (known !== undefined) return known;
  const { title, company, description, tags, postings } = opening;
  const levels = postings.flatMap(({ facts }) => facts.level ?? []);
  const held = new Set([title, company, description, ...tags, ...levels].flatMap(tokensOf));
  wordsByOpening.set(opening, held);
  return held;
}

/** What is wrong with the near matches of a response as such. */
export function nearTroubles({ rows, exact, total }: WholeAnswer, query: TruthQuery): string[] {
  const near = rows.filter(isNear);
  const troubles: string[] = [];
  if (exact === null) return ['page.exact is missing'];
  if (near.length === 0) return exact !== total ? [`page.exact ${exact} without a near match, total ${total}`] : [];
  if (!query.mayBroaden) troubles.push(`${near.length} near matches for a keyword with operators`);
  const sorted = isSorted(query);
  const before = sorted ? exact : rows.filter((row) => partOf(row, sorted) === 0).length;
  if (before + near.length > 100) troubles.push(`${near.length} near matches behind ${before}`);
  if (exact !== total - near.length) troubles.push(`page.exact ${exact}, but ${total - near.length} rows are not near`);
  const parts = rows.map((row) => partOf(row, sorted));
  const mixed = parts.findIndex((part, at) => part < (parts[at - 1] ?? 0));
  if (mixed >= 0) troubles.push(`row ${mixed} is of part ${parts[mixed]} after one of part ${parts[mixed - 1]}`);
  if (!sorted) troubles.push(...firstRise(near, ({ match }) => match.score, 'match.score of a near match'));
  const words = plainWords(query.meaning.keyword);
  if (words !== null) troubles.push(...near.flatMap((row) => reasonTroubles(row, words)).slice(0, 3));
  return troubles;
}

/** A near match must say what it lacks of the keyword or that it is similar work, and what it says it lacks must be so. */
function reasonTroubles({ title, match: { why } }: Row, words: readonly string[]): string[] {
  const held = tokensOf(title);
  const said = `"${title}": ${JSON.stringify(why)}`;
  const lacking = why.flatMap((sentence) => /^title lacks (".*")$/.exec(sentence)?.[1] ?? []).flatMap(tokensOf);
  const isSimilar = why.some((sentence) => sentence.startsWith('similar work: '));
  const isNamed = lacking.length > 0 || why.some((sentence) => sentence.startsWith('title has the words'));
  if (!isSimilar && !isNamed) return [`a near match does not say why: ${said}`];
  if (!isSimilar && !words.some((word) => held.some((each) => areRelated(each, word))))
    return [`a near match has nothing of ${words.join(' ')}: ${said}`];
  const isAsked = (word: string, each: string): boolean =>
    each === word || isPart(word, each, [...held, ...lacking]) || (unspacedLetter.test(word) && each.includes(word));
  const strange = lacking.find((word) => !words.some((each) => isAsked(word, each)));
  if (strange !== undefined) return [`a near match lacks "${strange}", which was not asked for: ${said}`];
  const wrong = lacking.find((word) => held.includes(word));
  return wrong === undefined ? [] : [`a near match has the "${wrong}" that it is said to lack: ${said}`];
}

/** Whether a word is the part of a compound whose other part is held or lacking, too. */
const isPart = (word: string, compound: string, held: readonly string[]): boolean =>
  held.some((each) => each + word === compound || word + each === compound);
