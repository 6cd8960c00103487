import { occupations } from '../../../demo-board/vocabulary.js';
import { createRandom, type Random } from './random.js';
import type { Sentences } from './sentences.js';
import type { Town, Towns } from './towns.js';

/** An invented employer: what all its postings share. */
export type Employer = {
  name: string;
  slug: string;
  /** Its towns; the first is where most of its postings are. */
  towns: readonly Town[];
  /** Numbers of the lines of work it hires for, the commonest first. */
  topics: readonly number[];
  /** Paragraphs repeated in each of its postings. */
  about: readonly string[];
  benefits: readonly string[];
  closing: readonly string[];
};

/** The postings of an employer: numbers `first` to `first + size - 1`. */
export type Board = { id: string; number: number; first: number; size: number };

/** Board sizes are log-normal: this median, this deviation of the logarithm, and at most this many. */
const medianSize = 60;
const deviation = 1.3;
const mostPostings = 3000;

/** Divides postings into boards of log-normal sizes. The first boards are the same for any number of postings. */
export function layOutBoards(seed: number, postings: number): Board[] {
  const boards: Board[] = [];
  for (let first = 0; first < postings; ) {
    const number = boards.length;
    const random = createRandom(seed, 1, number);
    const drawn = Math.max(1, Math.round(medianSize * Math.exp(deviation * random.normal())));
    const size = Math.min(drawn, mostPostings, postings - first);
    boards.push({ id: `board-${number}`, number, first, size });
    first += size;
  }
  return boards;
}

/** Divides postings into boards of one size. */
export function evenBoards(boards: number, size: number): Board[] {
  return Array.from({ length: boards }, (_, number) => ({ id: `board-${number}`, number, first: number * size, size }));
}

const companyEndings = [
  '',
  '',
  '',
  ' Labs',
  ' Health',
  ' Group',
  ' Systems',
  ' & Co',
  ' GmbH',
  ' Inc.',
  ' Foods',
  ' Energy',
];

/** Makes the employer of a board. */
export function makeEmployer(seed: number, number: number, { sentences, towns }: EmployerTools): Employer {
  const random = createRandom(seed, 2, number);
  // A rank far beyond those drawn for texts: employer names are rare words.
  const base = capitalised(sentences.vocabulary.wordAt(200_000 + ((seed * 7919 + number) % 1_000_000)));
  const name = base + random.pick(companyEndings);
  const home = towns.drawCountry(random);
  const topics = Array.from({ length: 2 + random.below(5) }, () => random.below(occupations.length));
  const texts = (kind: 'company' | 'benefit' | 'closing', count: number): string[] =>
    Array.from({ length: count }, () => sentences.make(kind, topics[0] ?? 0, random));
  return {
    name,
    slug: `${base.toLowerCase()}-${number}`,
    towns: townsOf(home, towns, random),
    topics,
    about: texts('company', 3 + random.below(4)),
    benefits: texts('benefit', 3 + random.below(5)),
    closing: texts('closing', 1 + random.below(3)),
  };
}

export type EmployerTools = { sentences: Sentences; towns: Towns };

function townsOf(home: string, towns: Towns, random: Random): Town[] {
  const count = 1 + Math.floor(random.share() ** 2 * 14);
  return Array.from({ length: count }, (_, at) => towns.draw(random, at > 0 && random.maybe(0.3) ? undefined : home));
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
