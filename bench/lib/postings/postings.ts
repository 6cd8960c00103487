import { occupations } from '../../../demo-board/vocabulary.js';
import type { HeldJob } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { jobId } from '../../../worker/normalise/text/url.js';
import { asHtml, asText, type Section, writeDescription } from './description.js';
import { type Board, type Employer, makeEmployer } from './employers.js';
import { decideOpening, type Opening } from './openings.js';
import { createRandom } from './random.js';
import { createSentences, type Sentences } from './sentences.js';
import { readTowns, type Towns } from './towns.js';

/**
 * Generated postings of realistic size: texts of 3,000 characters on average, a vocabulary that grows with the
 * postings, a long tail of titles, pay in half of them, the same opening in several towns, and duplicates on other
 * boards. A posting depends only on the seed and its number.
 */
export type Postings = {
  sentences: Sentences;
  towns: Towns;
  /** The postings of a board as a worker stores them. `marked` are changed: their texts contain `mark`. */
  held(board: Board, change?: Change): HeldJob[];
  /** The board's answer in Greenhouse's format. */
  answer(board: Board, change?: Change): string;
};

/** The first `count` postings of a board are changed: each has a new paragraph with this word. */
export type Change = { count: number; mark: string };

/** `now`: epoch milliseconds that ages are counted from. */
export type PostingsOptions = { seed: number; now: number; gazetteer: Gazetteer };

/** Postings that repeat an earlier posting of another board, under that employer's name. */
const duplicateShare = 0.03;

/** Postings with the text and title of another of the same board, for another town. */
const repeatedShare = 0.12;

type Made = { employer: Employer; opening: Opening; sections: readonly Section[]; requisition: string };

/** Opens the generator; its tables take some 100 ms. */
export function createPostings({ seed, now, gazetteer }: PostingsOptions): Postings {
  const sentences = createSentences();
  const towns = readTowns(gazetteer);
  const tools = { sentences, towns };
  const employers = new Map<number, Employer>();
  const employerOf = (number: number): Employer => {
    const known = employers.get(number) ?? makeEmployer(seed, number, tools);
    // Few are needed at a time: those of a board and of its duplicates.
    if (employers.size > 500) employers.clear();
    employers.set(number, known);
    return known;
  };
  const original = (board: Board, at: number): Made => {
    const random = createRandom(seed, 3, board.number, at);
    const employer = employerOf(board.number);
    const repeats = at > 0 && random.maybe(repeatedShare);
    const like = repeats ? Math.max(0, at - 1 - random.below(8)) : at;
    const opening = decideOpening(employer, { random: createRandom(seed, 4, board.number, like), sentences, now });
    const sections = writeDescription(employer, opening, {
      random: createRandom(seed, 5, board.number, like),
      sentences,
    });
    const town = repeats ? random.pick(employer.towns) : opening.town;
    return { employer, opening: { ...opening, town }, sections, requisition: `R-${board.number}-${at}` };
  };
  const made = (board: Board, at: number, change: Change | undefined): Made => {
    const random = createRandom(seed, 6, board.number, at);
    const isDuplicate = board.number > 0 && random.maybe(duplicateShare);
    const found = isDuplicate
      ? original({ ...board, number: random.below(board.number) }, random.below(20))
      : original(board, at);
    if (change === undefined || at >= change.count) return found;
    const changed = { heading: '', lines: [`Reference of this posting: ${change.mark}.`], isList: false };
    return { ...found, sections: [...found.sections, changed] };
  };
  const all = <Result>(board: Board, change: Change | undefined, map: (each: Made, at: number) => Result): Result[] =>
    Array.from({ length: board.size }, (_, at) => map(made(board, at, change), at));
  return {
    sentences,
    towns,
    held: (board, change) => all(board, change, (each, at) => asHeldJob(each, board, at)),
    answer: (board, change) =>
      JSON.stringify({
        jobs: all(board, change, (each, at) => asBoardJob(each, board, at)),
        meta: { total: board.size },
      }),
  };
}

const urlOf = ({ employer }: Made, board: Board, at: number): string =>
  `https://jobs.${employer.slug}.example/${board.id}/${4_000_000 + at}`;

function asHeldJob(made: Made, board: Board, at: number): HeldJob {
  const { employer, opening, sections, requisition } = made;
  const { title, level, jobType, workplace, town, pay, postedAt } = opening;
  const description = asText(sections);
  const { text, city, region, country } = town.place;
  const url = urlOf(made, board, at);
  const times = pay?.per === 'hour' ? 2080 : 1;
  return {
    id: jobId(board.id, String(4_000_000 + at)),
    title,
    company: { name: employer.name, url: null, logoUrl: null },
    location: { text, city, region, country },
    workplace,
    jobType,
    experienceLevel: level,
    salary: pay === null ? null : { ...pay, yearly: { min: pay.min * times, max: pay.max * times } },
    postedAt: new Date(postedAt).toISOString(),
    firstSeenAt: new Date(postedAt).toISOString(),
    validUntil: null,
    summary: (sections[1]?.lines[0] ?? '').slice(0, 280),
    url,
    applyUrl: `${url}#app`,
    source: board.id,
    inferred: level === null ? [] : ['experienceLevel'],
    description,
    places: [town.place],
    remoteRegions: [],
    tags: tagsOf(opening),
    requisitionId: requisition,
  };
}

function asBoardJob(made: Made, board: Board, at: number): object {
  const { employer, opening, sections, requisition } = made;
  const { title, jobType, town, pay, postedAt } = opening;
  const cents = (amount: number): number => Math.round(amount * 100);
  return {
    id: 4_000_000 + at,
    title,
    absolute_url: urlOf(made, board, at),
    company_name: employer.name,
    location: { name: town.place.text },
    requisition_id: requisition,
    first_published: new Date(postedAt).toISOString(),
    updated_at: new Date(postedAt).toISOString(),
    departments: tagsOf(opening).map((name) => ({ name })),
    // Every second range of pay is stated only in the text.
    pay_input_ranges:
      pay === null || at % 2 === 0
        ? []
        : [
            {
              min_cents: cents(pay.min),
              max_cents: cents(pay.max),
              currency_type: pay.currency,
              title: `Per ${pay.per}`,
            },
          ],
    metadata: jobType === null ? [] : [{ name: 'Employment type', value: jobType }],
    content: escapedAgain(asHtml(sections)),
  };
}

/** Greenhouse escapes the HTML once more than JSON requires. */
export const escapedAgain = (html: string): string =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const tagsOf = ({ topic }: Opening): string[] => {
  const department = occupations[topic]?.department;
  return department === undefined ? [] : [department];
};
