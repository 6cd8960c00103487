import { packJson, unpackJson } from '../../shared/search/packed-text.js';
import type { Matched } from '../engine/engine.js';
import type { ListedJob } from '../match/rank/search-corpus.js';
import type { ShardAnswer } from './shard-question.js';

/** The first byte of an answer: compressed JSON, a list of jobs as the former release reads it, or one as this release does. */
const kinds = { json: 0, former: 1, matched: 2 } as const;

/** Bytes before a list: its kind, the number of its jobs, and the length of the JSON that follows. */
const headBytes = 9;

/**
 * Each column of a list: ids (`job_` and 16 digits), dates as doubles, scores, marks, and, since this release, scores before
 * they were lowered.
 */
const idBytes = 20;
const dateBytes = 8;
const scoreBytes = 2;
const formerBytes = idBytes + dateBytes + scoreBytes + 1;
const jobBytes = formerBytes + scoreBytes;

const marks = { isOnSeveral: 1, isNear: 2 } as const;

/**
 * Packs the answer of a shard for Redis. A list, which every search takes from every shard, is packed in columns and not
 * compressed: it is deleted as soon as it is read, and deflating it takes several times the CPU of packing it. `isFormer`:
 * the asker is of the former release.
 */
export async function packAnswer(answer: ShardAnswer, isFormer = false): Promise<Buffer> {
  if (!('matched' in answer)) return Buffer.concat([Buffer.of(kinds.json), await packJson(answer)]);
  const { ranked, ...rest } = answer.matched;
  const text = Buffer.from(JSON.stringify(rest));
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt8(isFormer ? kinds.former : kinds.matched, 0);
  head.writeUInt32BE(ranked.length, 1);
  head.writeUInt32BE(text.length, 5);
  const columns = Buffer.allocUnsafe(ranked.length * (isFormer ? formerBytes : jobBytes));
  const { dates, scores, marked, unlowereds } = placesOf(ranked.length);
  for (const [at, { id, date, score, unlowered = score, isOnSeveral, isNear }] of ranked.entries()) {
    columns.write(id, at * idBytes, idBytes, 'latin1');
    columns.writeDoubleBE(date, dates + at * dateBytes);
    columns.writeUInt16BE(score, scores + at * scoreBytes);
    columns.writeUInt8((isOnSeveral ? marks.isOnSeveral : 0) | (isNear ? marks.isNear : 0), marked + at);
    if (!isFormer) columns.writeUInt16BE(unlowered, unlowereds + at * scoreBytes);
  }
  return Buffer.concat([head, text, columns]);
}

/** Reads a packed answer. Rejects when it is damaged. */
export async function unpackAnswer(packed: Buffer): Promise<ShardAnswer> {
  if (packed[0] === kinds.json) return unpackJson<ShardAnswer>(packed.subarray(1));
  const isFormer = packed[0] === kinds.former;
  if ((!isFormer && packed[0] !== kinds.matched) || packed.length < headBytes)
    throw new Error('The answer of a shard is damaged.');
  const jobs = packed.readUInt32BE(1);
  const from = headBytes + packed.readUInt32BE(5);
  if (packed.length !== from + jobs * (isFormer ? formerBytes : jobBytes))
    throw new Error('The answer of a shard is damaged.');
  const rest = JSON.parse(packed.toString('utf8', headBytes, from)) as Omit<Matched, 'ranked'>;
  const columns = packed.subarray(from);
  const { dates, scores, marked, unlowereds } = placesOf(jobs);
  const ids = columns.toString('latin1', 0, dates);
  const ranked = Array.from({ length: jobs }, (_, at): ListedJob => {
    const set = columns.readUInt8(marked + at);
    const score = columns.readUInt16BE(scores + at * scoreBytes);
    return {
      id: ids.slice(at * idBytes, (at + 1) * idBytes),
      score,
      unlowered: isFormer ? score : columns.readUInt16BE(unlowereds + at * scoreBytes),
      date: columns.readDoubleBE(dates + at * dateBytes),
      isOnSeveral: (set & marks.isOnSeveral) !== 0,
      isNear: (set & marks.isNear) !== 0,
    };
  });
  return { matched: { ...rest, ranked } };
}

/** Where the columns after the ids begin. */
function placesOf(jobs: number): Record<'dates' | 'scores' | 'marked' | 'unlowereds', number> {
  const dates = jobs * idBytes;
  const scores = dates + jobs * dateBytes;
  const marked = scores + jobs * scoreBytes;
  return { dates, scores, marked, unlowereds: marked + jobs };
}
