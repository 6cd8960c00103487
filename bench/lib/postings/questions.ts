import type { HeldJob } from '../../../shared/search/job.js';
import { anySearch, type SearchSubject } from '../../../shared/search/query/query.js';
import { type Board, layOutBoards } from './employers.js';
import type { Postings } from './postings.js';
import { createRandom, type Random } from './random.js';
import { type Town, weighed } from './towns.js';

/** The kinds of question, with their shares in per cent. */
const kinds = [
  ['one word', 14],
  ['two words', 14],
  ['a title', 14],
  ['a phrase', 8],
  ['alternatives', 8],
  ['without a word', 6],
  ['a rare word', 7],
  ['a slip', 5],
  ['a word in a city', 8],
  ['a word in a country', 4],
  ['a word and filters', 8],
  ['filters alone', 4],
] as const;
export type QuestionKind = (typeof kinds)[number][0];

/**
 * A question independent of any engine's syntax: all terms of one of the alternatives, and not `without`. A term of
 * several words is a phrase; no alternatives = everything. `town`: within the service's usual distance of it.
 */
export type Question = {
  kind: QuestionKind;
  alternatives: readonly (readonly string[])[];
  without: string;
  town: Town | null;
  country: string | null;
  filters: Partial<
    Pick<SearchSubject, 'salary' | 'jobType' | 'remoteFilter' | 'experienceLevel' | 'dateSincePosted' | 'sortBy'>
  >;
};

/** Boards that the questions' words come from: among the first, so that any number of postings has most of them. */
const boardsRead = 60;
const postingsRead = 40;

/** Makes different questions of all kinds from words in the postings; the same for the same seed. */
export function makeQuestions(postings: Postings, { seed, count }: { seed: number; count: number }): Question[] {
  const samples = layOutBoards(seed, 20_000)
    .slice(0, boardsRead)
    .flatMap((board: Board) => postings.held({ ...board, size: Math.min(board.size, postingsRead) }));
  const random = createRandom(seed, 7);
  const questions = new Map<string, Question>();
  while (questions.size < count) {
    const question = makeQuestion(weighed(kinds, random), { random, postings, sample: random.pick(samples) });
    questions.set(JSON.stringify(subjectOf(question)), question);
  }
  return [...questions.values()];
}

type Tools = { random: Random; postings: Postings; sample: HeldJob };

const open = { alternatives: [], without: '', town: null, country: null, filters: {} } as const;

function makeQuestion(kind: QuestionKind, { random, postings, sample }: Tools): Question {
  const title = wordsOf(sample.title);
  const text = wordsOf(sample.description);
  const titleWord = (): string => random.pick(title);
  const some = (count: number): string[] => Array.from({ length: count }, titleWord);
  const make = (alternatives: readonly (readonly string[])[], more: Partial<Question> = {}): Question => ({
    ...open,
    kind,
    alternatives,
    ...more,
  });
  switch (kind) {
    case 'one word':
      return make([[random.maybe(0.6) ? titleWord() : random.pick(text)]]);
    case 'two words':
      return make([random.maybe(0.5) ? some(2) : [titleWord(), random.pick(text)]]);
    case 'a title':
      return make([title.slice(0, 4)]);
    case 'a phrase':
      return make([[random.maybe(0.5) ? pairOf(title, random) : pairOf(text, random)]]);
    case 'alternatives':
      return make([title.slice(0, 2), [random.pick(text)]]);
    case 'without a word':
      return make([[titleWord()]], { without: random.pick(text) });
    case 'a rare word':
      return make([[random.maybe(0.5) ? random.pick(wordsOf(sample.company.name ?? 'none')) : rarest(text)]]);
    case 'a slip':
      return make([[misspelt(longest(title), random), ...some(1)]]);
    case 'a word in a city':
      return make([[titleWord()]], { town: postings.towns.draw(random) });
    case 'a word in a country':
      return make([some(1)], { country: postings.towns.drawCountry(random) });
    case 'a word and filters':
      return make([[titleWord()]], { filters: { ...someFilter(random), ...someFilter(random) } });
    case 'filters alone':
      return make([], {
        town: random.maybe(0.6) ? postings.towns.draw(random) : null,
        filters: { ...someFilter(random), ...someFilter(random) },
      });
  }
}

function someFilter(random: Random): Question['filters'] {
  switch (random.below(6)) {
    case 0:
      return { salary: String(20_000 + 5000 * random.below(30)) };
    case 1:
      return { jobType: random.pick(['full time', 'part time', 'contract']) };
    case 2:
      return { remoteFilter: random.pick(['remote', 'hybrid', 'on site']) };
    case 3:
      return { experienceLevel: random.pick(['senior', 'entry level', 'director']) };
    case 4:
      return { dateSincePosted: random.pick(['24hr', 'past week', 'past month']) };
    default:
      return { sortBy: 'recent' };
  }
}

/** Words of three letters or more; shorter titles keep all. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return words.length > 0 ? words : ['engineer'];
}

/** Two neighbouring words, or just the only one. */
function pairOf(words: readonly string[], random: Random): string {
  const at = random.below(Math.max(1, words.length - 1));
  return words.slice(at, at + 2).join(' ');
}

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '');

/** The rare words of the vocabulary are the longer ones. */
const rarest = (words: readonly string[]): string => longest(words.slice(0, 120));

/** The word with two neighbouring letters exchanged, or one left out. */
function misspelt(word: string, random: Random): string {
  const at = 1 + random.below(Math.max(1, word.length - 2));
  const rest = word.slice(at);
  return random.maybe(0.5)
    ? word.slice(0, at) + rest.slice(1)
    : word.slice(0, at - 1) + rest.charAt(0) + word.charAt(at - 1) + rest.slice(1);
}

/** The question as a search of the service. */
export function subjectOf({ alternatives, without, town, country, filters }: Question): SearchSubject {
  const term = (words: string): string => (words.includes(' ') ? `"${words}"` : words);
  const all = alternatives.map((terms) => terms.map(term).join(' '));
  const keyword = all.length > 1 ? all.map((each) => `(${each})`).join(' OR ') : (all[0] ?? '');
  const location = town?.place.text ?? (country === null ? '' : (countryNames.of(country) ?? ''));
  return { ...anySearch, ...filters, location, keyword: without === '' ? keyword : `${keyword} -${without}` };
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
