import { expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { createCollectionHandoff } from '../../../../worker/match/corpus/collection-handoff.js';
import { writingSegment } from '../../../../worker/match/segment/write-segment.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import { normaliseAll } from '../../lib/normalise-all.js';

const ref = { key: 'c-1', version: 'v1', source: 'acme' };
const waited = { hears: (key: string) => key === ref.key };

async function made(count: number) {
  const postings = Array.from({ length: count }, (_, index) =>
    emptyPosting(`Cook ${index}`, `https://x.example/${index}`),
  );
  const tools = { source: 'acme', gazetteer: loadGazetteer(), now: new Date('2026-01-05T12:00:00Z') };
  return (await normaliseAll(postings, tools)).jobs.map(({ job }) => job);
}

test('a collection that a search waits for is taken once, prepared, in its version only', async () => {
  const handoff = createCollectionHandoff(waited);
  const jobs = await made(3);
  handoff.offer(ref, jobs);
  expect(handoff.take({ ...ref, version: 'v2' })).toBeNull();
  expect(await handoff.take(ref)).toEqual(runSync(writingSegment('acme', jobs)));
  expect(handoff.take(ref)).toBeNull();
});

test('collections without a waiting search and large ones are not prepared', async () => {
  const handoff = createCollectionHandoff(waited);
  const other = { ...ref, key: 'c-2' };
  handoff.offer(other, await made(3));
  expect(handoff.take(other)).toBeNull();
  handoff.offer(ref, await made(201));
  expect(handoff.take(ref)).toBeNull();
});
