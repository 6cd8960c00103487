import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { checkSource } from '../../../worker/collect/check-sources.js';
import { certificateFailure, createFetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import type { SourceError } from '../../../worker/sources/source.js';
import { createThreadPool, threadFile } from '../../../worker/threads/thread-pool.js';
import { openKind } from '../../lib/open-kind.js';

let folder: string;
let server: Server | null = null;
const fetchRaw = createFetchRaw(createSsrfGuard(['127.0.0.1']));
const threads = createThreadPool({ threads: 1, file: threadFile(), logger: createLogger('silent', 'test') });

const path = (name: string): string => join(folder, name);
const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });

/** A certificate for the loopback address, or with `names` for others; `signer`: itself or our authority. */
function makeCertificate(
  name: string,
  { days, signer, names }: { days: number; signer: string; names?: string },
): void {
  const config = `[req]\ndistinguished_name=dn\n[dn]\n[ext]\nsubjectAltName=${names ?? 'IP:127.0.0.1'}\n`;
  writeFileSync(path(`${name}.cnf`), config);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
  openssl('req', '-new', ...key, '-subj', `/CN=${name}`, '-config', `${name}.cnf`, '-out', `${name}.csr`);
  const by = signer === name ? ['-signkey', `${name}.key`] : ['-CA', `${signer}.pem`, '-CAkey', `${signer}.key`];
  const extensions = ['-extfile', `${name}.cnf`, '-extensions', 'ext'];
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    ...by,
    '-CAcreateserial',
    '-days',
    `${days}`,
    ...extensions,
    '-out',
    `${name}.pem`,
  );
}

async function serve(name: string): Promise<string> {
  server = createServer({ key: readFileSync(path(`${name}.key`)), cert: readFileSync(path(`${name}.pem`)) });
  server.on('request', (_, response) => response.end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  makeCertificate('authority', { days: 2, signer: 'authority', names: 'IP:127.0.0.1\nbasicConstraints=CA:TRUE' });
  makeCertificate('expired', { days: -1, signer: 'authority' });
  makeCertificate('self', { days: 2, signer: 'self' });
  makeCertificate('unknown', { days: 2, signer: 'authority' });
  makeCertificate('other', { days: 2, signer: 'authority', names: 'DNS:other.example' });
});
afterEach(async () => {
  const closing = server;
  server = null;
  closing?.closeAllConnections();
  if (closing !== null) await new Promise((resolve) => closing.close(resolve));
});
afterAll(async () => {
  await fetchRaw.close();
  await threads.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['expired', /^The certificate of 127\.0\.0\.1:\d+ has expired: its owner has to renew it\./],
  ['self', /^The certificate of 127\.0\.0\.1:\d+ is self-signed: .*NODE_EXTRA_CA_CERTS\.$/],
  ['unknown', /^The certificate of 127\.0\.0\.1:\d+ is not trusted: no authority .*NODE_EXTRA_CA_CERTS\.$/],
])('a source with the certificate "%s" says what is wrong with it and what to do', async (name, sentence) => {
  const host = await serve(name);
  const signal = AbortSignal.timeout(10_000);
  const refused: SourceError = await fetchRaw({ url: `https://${host}/`, headers: {}, signal }).then(
    () => Promise.reject(new Error('It was accepted.')),
    (error: SourceError) => error,
  );
  expect(refused).toMatchObject({ failure: 'certificate', message: expect.stringMatching(sentence) });
  // `sources check` shows the sentence alone: its address is right.
  const { source } = openKind({ kind: 'greenhouse', board: 'acme', baseUrl: `https://${host}` });
  const access = { fetchHashed: () => Promise.reject(refused), openSession: null, userAgent: 'test/1' };
  const checked = await checkSource(source, { access, threads, now: new Date() });
  expect(checked.trouble).toMatch(sentence);
  expect(checked.trouble).not.toContain('address');
});

test('a certificate for other names is told apart', async () => {
  const host = await serve('other');
  const socket = connect({
    host: '127.0.0.1',
    port: Number(host.split(':')[1]),
    ca: readFileSync(path('authority.pem')),
  });
  const [error] = await once(socket, 'error');
  expect(certificateFailure(error, 'jobs.example')).toMatchObject({
    failure: 'certificate',
    message: expect.stringContaining('The certificate of jobs.example is for other host names'),
  });
});

test('an error with another cause is none of a certificate', () => {
  expect(certificateFailure(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'jobs.example')).toBeNull();
  expect(certificateFailure(new Error('no code'), 'jobs.example')).toBeNull();
});
