import { areas } from '../../shared/places/areas.js';
import { namedRegions } from '../../shared/places/named-regions.js';
import { canonicalLocation } from '../../shared/places/parse-location.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  haveGrown,
  readSuggestions,
  type WordCounts,
  wordKinds,
  wordTotal,
} from '../../shared/search/collections/word-counts.js';
import type { FieldError } from '../../shared/search/query/parse-query.js';
import { mostSuggested, type SuggestAnswer } from '../../shared/search/suggest-answer.js';
import { countsOver, plainLetters, tidyText } from '../../shared/words/text.js';
import { entityTagOf, sendTagged } from '../middleware/answer.js';
import type { Middleware } from '../middleware/identify.js';
import { unknownParameter } from '../middleware/only-methods.js';
import { invalidRequest } from '../middleware/problems.js';
import { json, type Operations } from '../openapi/operation.js';

/** The longest text that is completed, in characters (code points). */
export const longestSuggested = 60;

/** The normalised text to complete. Throws one problem that lists every error. */
export function readSuggestQuery({ q, ...others }: Record<string, unknown>): string {
  const unknown = Object.keys(others).map((name) => unknownParameter(name, ['q']));
  const read = readText(q);
  const errors = typeof read === 'string' ? unknown : [read, ...unknown];
  if (typeof read !== 'string' || errors.length > 0)
    throw invalidRequest({ errors, count: errors.length }, 'parameters');
  return read;
}

const missing = 'Send the text to complete as "q", such as "nur".';

function readText(q: unknown): string | FieldError {
  const fault = (code: FieldError['code'], detail: string): FieldError => ({ pointer: '#/q', code, detail });
  if (q === undefined) return fault('not-a-string', missing);
  if (typeof q !== 'string') return fault('not-a-string', 'Send the text to complete once.');
  if (countsOver(q, longestSuggested))
    return fault('too-long', `At most ${longestSuggested} characters, not ${[...q].length}.`);
  const text = tidyText(q);
  return text === '' ? fault('not-a-string', missing) : text;
}

/** Milliseconds that words in memory are used; workers publish them once a minute, and sooner while they grow. */
const maxAgeMs = 60_000;

/** The same while the words grow (`haveGrown`), and while none are published. */
const growingAgeMs = 5000;
const emptyAgeMs = 1000;

/** The published words, kept in memory; `null` while none are published. */
type HeldWords = { read(): Promise<PreparedWords | null> };

/** Creates the cache of an API process. Concurrent requests share one read of Redis. */
export function createHeldWords({ redis, now }: { redis: RedisConnection; now: () => Date }): HeldWords {
  let held: { words: PreparedWords | null; count: number; until: number } | null = null;
  let reading: Promise<PreparedWords | null> | null = null;

  const load = async (): Promise<PreparedWords | null> => {
    const published = await readSuggestions(redis);
    const count = published === null ? 0 : wordTotal(published);
    const words = published === null || count === 0 ? null : prepareWords(published);
    const ageMs = words === null ? emptyAgeMs : haveGrown(count, held?.count ?? 0) ? growingAgeMs : maxAgeMs;
    held = { words, count, until: now().getTime() + ageMs };
    return words;
  };
  return {
    async read() {
      if (held !== null && now().getTime() < held.until) return held.words;
      reading ??= load().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}

type Row = { word: string; jobs: number; text: string };

/** Words with their normalised text: `" senior c++ engineer"`. The most frequent come first. */
type PreparedWords = { titles: Row[]; skills: Row[]; companies: Row[]; places: Row[] };

/** A text normalised for comparison: without marks and case, words separated by one space. */
const comparable = (text: string): string =>
  plainLetters(tidyText(text))
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();

/** Other names of areas and of well-known regions: "Europe, Middle East and Africa" is EMEA. */
const otherNames = new Map(
  [...areas, ...namedRegions].map(({ name, spellings }) => [canonicalLocation(name), spellings] as const),
);

/** Prepares published words for completing. */
export function prepareWords(words: WordCounts): PreparedWords {
  const rows = (kind: keyof PreparedWords): Row[] =>
    words[kind].map(([word, jobs]) => {
      const names = [word, ...(kind === 'places' ? (otherNames.get(word) ?? []) : [])];
      return { word, jobs, text: names.map((name) => ` ${comparable(name)}`).join('') };
    });
  return {
    titles: rows('titles'),
    skills: rows('skills'),
    companies: rows('companies'),
    places: rows('places'),
  };
}

/** Completions of a text: words that start with it, then phrases in which a later word does. */
export function findWords(prepared: PreparedWords | null, q: string): SuggestAnswer {
  const start = ` ${comparable(q)}`;
  const answer: SuggestAnswer = { q, titles: [], skills: [], companies: [], places: [] };
  if (prepared === null || start === ' ') return answer;
  for (const kind of wordKinds) {
    const inside: Row[] = [];
    const found: Row[] = [];
    for (const row of prepared[kind]) {
      const at = row.text.indexOf(start);
      if (at === 0) found.push(row);
      else if (at > 0 && inside.length < mostSuggested) inside.push(row);
      if (found.length === mostSuggested) break;
    }
    answer[kind] = [...found, ...inside].slice(0, mostSuggested).map(({ word, jobs }) => ({ word, jobs }));
  }
  return answer;
}

/** GET /api/suggest?q=…: words of stored postings that complete a text. Reads memory; not counted as a search. */
export function suggest(context: Parameters<typeof createHeldWords>[0]): Middleware {
  const words = createHeldWords(context);
  return async function suggest(ctx) {
    const q = readSuggestQuery(ctx.query);
    const body = JSON.stringify(findWords(await words.read(), q));
    ctx.set('Cache-Control', 'max-age=60');
    sendTagged(ctx, { tag: entityTagOf(body), type: 'application/json; charset=utf-8', body });
  };
}

const example = {
  q: 'nur',
  titles: [
    { word: 'Nurse', jobs: 214 },
    { word: 'Registered Nurse', jobs: 180 },
  ],
  skills: [{ word: 'Nursing', jobs: 31 }],
  companies: [],
  places: [{ word: 'Nuremberg, Germany', jobs: 12 }],
};

export const suggestOperations: Operations = {
  'GET /api/suggest': {
    operationId: 'suggest',
    summary: 'Words of stored jobs that complete a text.',
    description:
      'Titles, skills, companies and places of stored postings, at most eight of each: those that begin with the text, then those ' +
      'of which a later word does, the most frequent first. Without sources that are searched for each query. Not counted.',
    key: 'none',
    parameters: [
      {
        name: 'q',
        in: 'query',
        required: true,
        description: 'The beginning of a word or name.',
        schema: { type: 'string', minLength: 1, maxLength: longestSuggested },
        example: 'nur',
      },
    ],
    tagged: true,
    answers: {
      200: { description: 'The words; empty lists when there are none.', content: json('SuggestAnswer', example) },
    },
  },
};
