import { expect, test } from '@jest/globals';
import type { ClusterRequest } from '../../../../shared/cluster/cluster.js';
import { everything } from '../../../../worker/engine/opensearch/cluster-query.js';
import { findDocuments } from '../../../../worker/engine/opensearch/find-documents.js';
import { namesOf } from '../../../../worker/engine/opensearch/index-schema.js';

const names = namesOf('test');

/** A cluster that has so many documents, and of whose five shards so many fail. */
function clusterOf(size: number, { failed = 0, timed_out = false } = {}) {
  const asked: ClusterRequest[] = [];
  return {
    asked,
    close: async () => undefined,
    async ask<Answer>(request: ClusterRequest): Promise<Answer> {
      asked.push(request);
      const { size: most, search_after: after } = request.body as { size: number; search_after?: [number] };
      const from = after === undefined ? 0 : after[0] + 1;
      const hits = Array.from({ length: Math.max(0, Math.min(most, size - from)) }, (_, at) => {
        const name = [String(from + at)];
        const fields = { name, content: name, collection: ['c'], isBoard: [true], opening: name, members: name };
        return { fields, sort: [from + at] };
      });
      return { timed_out, _shards: { total: 5, failed }, hits: { hits } } as Answer;
    },
  };
}

test('all documents are listed, in as many requests as the index needs', async () => {
  const cluster = clusterOf(23_456);
  const { documents, silent, parts } = await findDocuments({ cluster, names, query: everything });
  expect([documents.length, new Set(documents.map(({ name }) => name)).size]).toEqual([23_456, 23_456]);
  expect([silent, parts, cluster.asked.length]).toEqual([0, 5, 3]);
});

test('of the best ones no more are listed than were asked for', async () => {
  const cluster = clusterOf(23_456);
  const { documents } = await findDocuments({ cluster, names, query: everything, most: 100 });
  expect([documents.length, cluster.asked.length]).toEqual([100, 1]);
});

test('parts that failed or did not answer in time are counted', async () => {
  const ask = (options: Parameters<typeof clusterOf>[1]) =>
    findDocuments({ cluster: clusterOf(10, options), names, query: everything });
  expect(await ask({ failed: 2 })).toMatchObject({ silent: 2, parts: 5 });
  expect(await ask({ timed_out: true })).toMatchObject({ silent: 1, parts: 5 });
});
