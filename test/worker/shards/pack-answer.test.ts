import { expect, test } from '@jest/globals';
import type { Matched } from '../../../worker/engine/engine.js';
import { packAnswer, unpackAnswer } from '../../../worker/shards/pack-answer.js';

const idOf = (number: number): string => `job_${String(number).padStart(16, '0')}`;

const matched: Matched = {
  ...{ total: 1200, exact: 1190, bySource: { 'board-1': 700, 'board-2': 490 }, notices: ['“é” is read as “e”.'] },
  ...{ offers: null, place: null, order: 'score', reading: { root: null, notices: [] }, jobs: [], gone: ['c-1'] },
  ...{ silent: 0, shards: 1 },
  ranked: Array.from({ length: 1000 }, (_, at) => ({
    ...{
      id: idOf(at),
      score: 1000 - at,
      unlowered: 1000 - (at % 7 === 0 ? 0 : at),
      date: at % 3 === 0 ? 0 : 1_790_000_000_000 + at,
    },
    ...{ isOnSeveral: at % 2 === 0, isNear: at >= 990 },
  })),
};

test('a list is read as it was packed, 33 bytes a job', async () => {
  const packed = await packAnswer({ matched });
  expect(await unpackAnswer(packed)).toEqual({ matched });
  const { ranked: _, ...rest } = matched;
  expect(packed.length).toBe(9 + Buffer.byteLength(JSON.stringify(rest)) + 1000 * 33);
});

test('a list for the former release is as that release reads it', async () => {
  const packed = await packAnswer({ matched }, true);
  expect([packed[0], packed.length]).toEqual([1, (await packAnswer({ matched })).length - 2000]);
  const ranked = matched.ranked.map((job) => ({ ...job, unlowered: job.score }));
  expect(await unpackAnswer(packed)).toEqual({ matched: { ...matched, ranked } });
});

test('an empty list, a failure and records are read as they were packed', async () => {
  for (const answer of [
    { matched: { ...matched, ranked: [] } },
    { error: 'The shard is gone.' },
    { records: [null, null] },
    { rows: { rows: [{ id: idOf(1), line: '{"id":"ü"}' }], total: 1, gone: [], silent: 0 } },
  ])
    expect(await unpackAnswer(await packAnswer(answer))).toEqual(answer);
});

test('a damaged answer is refused', async () => {
  const packed = await packAnswer({ matched });
  for (const damaged of [packed.subarray(0, -1), packed.subarray(0, 5), Buffer.of(7), Buffer.alloc(0)])
    await expect(unpackAnswer(damaged)).rejects.toThrow('damaged');
});
