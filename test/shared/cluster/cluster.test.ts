import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { ClusterError, openCluster } from '../../../shared/cluster/cluster.js';
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

/** A server that answers every request so; what it was sent is kept. */
async function answering(status: number, body: unknown) {
  const seen: { url: string | undefined; authorization: string | undefined }[] = [];
  const server = later(
    createServer((request, response) => {
      seen.push({ url: request.url, authorization: request.headers.authorization });
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
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
