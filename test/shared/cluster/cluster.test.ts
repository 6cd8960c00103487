import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { ClusterError, openCluster, writeDocuments } from '../../../shared/cluster/cluster.js';
import { EngineUnavailable } from '../../../shared/cluster/engine-unavailable.js';
import { isIndexMissing } from '../../../worker/engine/opensearch/index-schema.js';
import { closeLater } from '../../lib/close-later.js';
import { freePort } from '../../lib/free-port.js';
import { openSearchSettings } from '../../lib/processes/test-opensearch.js';

const later = closeLater();

/** A cluster at this address, with a user. */
const clusterAt = (url: string) =>
  later(openCluster({ ...openSearchSettings(url), OPENSEARCH_USER: 'jobs', OPENSEARCH_PASSWORD: 'grün' }), (each) =>
    each.close(),
  );

/** A server that answers every request so, the first `failures` with an error of status 500; what it was sent is kept. */
async function answering(status: number, body: unknown, { failures = 0, failure = {} } = {}) {
  const seen: { url: string | undefined; authorization: string | undefined }[] = [];
  const server = later(
    createServer((request, response) => {
      seen.push({ url: request.url, authorization: request.headers.authorization });
      request.resume();
      const [answered, said] = seen.length <= failures ? [500, failure] : [status, body];
      response.writeHead(answered, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    }),
    (each) => each.close(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const request = { method: 'GET', path: '/postings/_search' } as const;

test('a cluster that is away is named, without the password', async () => {
  const cluster = clusterAt(`http://127.0.0.1:${await freePort()}`);
  const error = await cluster.ask(request).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(EngineUnavailable);
  expect(error).toMatchObject({ engine: 'OpenSearch', message: expect.stringContaining('cannot be reached') });
  expect(String(error)).not.toContain('gr');
});

test.each([401, 403, 429, 503])('a cluster that answers %i counts as away', async (status) => {
  const { url } = await answering(status, {});
  await expect(clusterAt(url).ask(request)).rejects.toBeInstanceOf(EngineUnavailable);
});

/** As OpenSearch answers when a node goes away between finding and reading. */
const nodeLost = {
  error: {
    ...{ type: 'search_phase_execution_exception', reason: '', phase: 'fetch', failed_shards: [] },
    caused_by: { type: 'node_not_connected_exception', reason: '[Node 3] Node not connected' },
  },
};

test('a search during which a node goes away is sent again', async () => {
  const { url, seen } = await answering(200, { ok: true }, { failures: 2, failure: nodeLost });
  expect(await clusterAt(url).ask(request)).toEqual({ ok: true });
  expect(seen).toHaveLength(3);
});

test('a cluster whose nodes stay away counts as away; another failure of a search is not tried again', async () => {
  const lost = await answering(200, {}, { failures: 100, failure: nodeLost });
  await expect(clusterAt(lost.url).ask(request)).rejects.toBeInstanceOf(EngineUnavailable);
  const broken = await answering(500, { error: { type: 'search_phase_execution_exception' } });
  await expect(clusterAt(broken.url).ask(request)).rejects.toBeInstanceOf(ClusterError);
  expect(broken.seen).toHaveLength(1);
});

test('what a cluster refuses is told apart by its class', async () => {
  const { url } = await answering(404, { error: { type: 'index_not_found_exception' }, status: 404 });
  const error = await clusterAt(url)
    .ask(request)
    .catch((each: unknown) => each);
  expect(error).toBeInstanceOf(ClusterError);
  expect(isIndexMissing(error)).toBe(true);
  expect(isIndexMissing(new ClusterError({ status: 400, type: 'parsing_exception', message: '' }))).toBe(false);
});

test('requests carry the user and the password', async () => {
  const { url, seen } = await answering(200, { ok: true });
  expect(await clusterAt(url).ask(request)).toEqual({ ok: true });
  const authorization = `Basic ${Buffer.from('jobs:grün').toString('base64')}`;
  expect(seen).toEqual([{ url: '/postings/_search', authorization }]);
});

test('lines of which some were refused are not written, though the answer does not say which', async () => {
  const { url } = await answering(200, { errors: true, items: [{ index: { status: 429 } }] });
  await expect(writeDocuments(clusterAt(url), 'postings', [[{}]])).rejects.toBeInstanceOf(EngineUnavailable);
});
