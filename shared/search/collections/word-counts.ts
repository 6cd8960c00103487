import { z } from 'zod';
import type { RedisConnection } from '../../redis/redis.js';
import { redisKeys } from '../../redis/redis-keys.js';
import { packJson, unpackJson } from '../packed-text.js';

/** Kinds of suggested words. */
export const wordKinds = ['titles', 'skills', 'companies', 'places'] as const;
export type WordKind = (typeof wordKinds)[number];

const counts = z.array(z.tuple([z.string(), z.number()]));
const ends = z.array(z.tuple([z.number(), z.number(), z.number()]));
const storedSchema = z.object({
  v: z.literal(1),
  titles: counts,
  skills: counts,
  companies: counts,
  places: counts,
  ends: z.object({ titles: ends, skills: ends, companies: ends, places: ends }).optional(),
});

/** Words as postings state them, each with its number of postings, the most frequent first. */
export type WordCounts = Readonly<Record<WordKind, readonly (readonly [word: string, jobs: number])[]>>;

const hourMs = 3_600_000;

/** The hour since the epoch by which a posting open until then (epoch ms) ends. */
export const endHour = (until: number): number => Math.ceil(until / hourMs);

/** The total number of words of all kinds. */
export const wordTotal = (words: WordCounts): number => wordKinds.reduce((sum, kind) => sum + words[kind].length, 0);

/** Whether there are a tenth more words than before, as while a new service first reads its boards. */
export const haveGrown = (total: number, before: number): boolean => total > 1.1 * before;

/** By kind: the row of a word, the hour since the epoch by which postings with it end, and how many do. */
export type WordEnds = Readonly<Record<WordKind, readonly (readonly [row: number, hour: number, jobs: number])[]>>;

/** The words of one collection, with expiries: they are not counted again until their board changes. */
export type CollectionWords = WordCounts & { ends?: WordEnds | undefined };

/** The words of a collection as a field of it (`collectionWordsField`). */
export const packWords = (words: CollectionWords): Promise<Buffer> => packJson({ v: 1, ...words });

/** Unpacks words; `null` when another release wrote them in its own format. Rejects damaged ones. */
export async function unpackWords(packed: Uint8Array): Promise<CollectionWords | null> {
  const read = storedSchema.safeParse(await unpackJson(packed));
  if (!read.success) return null;
  const { v: _v, ...words } = read.data;
  return words;
}

/** The words of the postings still open at `now` (epoch ms), to the hour. */
function openWords({ ends: ending, ...words }: CollectionWords, now: number): WordCounts {
  if (ending === undefined) return words;
  const open = (kind: WordKind): [string, number][] => {
    const ended = new Map<number, number>();
    for (const [row, hour, jobs] of ending[kind])
      if (hour * hourMs <= now) ended.set(row, (ended.get(row) ?? 0) + jobs);
    return words[kind].flatMap(([word, jobs], row) => {
      const left = jobs - (ended.get(row) ?? 0);
      return left > 0 ? [[word, left]] : [];
    });
  };
  return { titles: open('titles'), skills: open('skills'), companies: open('companies'), places: open('places') };
}

/** Field of a collection's hash with its packed words; it expires and is replaced with the collection. */
export const collectionWordsField = 'words';

/** The words of stored collections, for postings open at `now` (epoch ms); leaves out collections without any. */
export async function readCollectionWords(
  redis: RedisConnection,
  keys: readonly string[],
  now: number,
): Promise<WordCounts[]> {
  const packed = await Promise.all(
    keys.map((key) => redis.hgetBuffer(redisKeys.collection(key), collectionWordsField)),
  );
  const words = await Promise.all(packed.map(async (each) => (each === null ? null : unpackWords(each))));
  return words.filter((each) => each !== null).map((each) => openWords(each, now));
}

/** Milliseconds that suggestions last without being published again. */
const suggestionsMs = 30 * 86_400_000;

/** Publishes the suggested words. */
export async function writeSuggestions(redis: RedisConnection, words: WordCounts): Promise<void> {
  await redis.set(redisKeys.suggestions, await packWords(words), 'PX', suggestionsMs);
}

/** The published words; `null` before a worker has published any. */
export async function readSuggestions(redis: RedisConnection): Promise<WordCounts | null> {
  const packed = await redis.getBuffer(redisKeys.suggestions);
  return packed === null ? null : unpackWords(packed);
}
