import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisAddress, redisReady } from '../../../shared/redis/redis.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { freePort } from '../../lib/free-port.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, startService } from '../../lib/start-service.js';

const logger = createLogger('silent', 'test');
let folder: string;
let board: FakeBoard;
let redis: TestRedis | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  makeCertificates();
});
afterEach(async () => {
  await redis?.stop();
  redis = null;
});
afterAll(async () => {
  await board.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string): string => join(folder, name);
const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });

/** A private CA and a certificate for 127.0.0.1 that it signed. */
function makeCertificates(): void {
  const fresh = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  openssl(...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Our Authority');
  const names = ['-subj', '/CN=redis', '-addext', 'subjectAltName=IP:127.0.0.1'];
  openssl(...fresh, '-keyout', 'redis.key', '-out', 'redis.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', ...names);
}

async function tlsRedis(clients: 'yes' | 'no'): Promise<string> {
  const port = String(await freePort());
  const own = ['--tls-cert-file', file('redis.pem'), '--tls-key-file', file('redis.key')];
  const settings = ['--tls-port', port, ...own, '--tls-ca-cert-file', file('ca.pem'), '--tls-auth-clients', clients];
  redis = await startRedis({ settings: [...settings, '--bind', '127.0.0.1'] });
  return `rediss://127.0.0.1:${port}`;
}

/** The reply to PING at a URL. */
async function ping(address: RedisAddress): Promise<string> {
  const connection = connectRedis(address, 'asking', logger);
  try {
    await redisReady(connection, 800);
    return await connection.ping();
  } finally {
    connection.disconnect();
  }
}

/** The whole service on a Redis URL: one fresh search, and the same one cached. */
async function searchOver(address: string, environment: Record<string, string> = {}): Promise<unknown> {
  const service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    redisUrl: address,
    environment,
  });
  try {
    const fresh = await service.search({});
    const held = await service.search({});
    const { checks } = (await service.get('/api')).body;
    const status = checks['queue:waiting'][0].status;
    return [fresh.status, fresh.body.page.total, held.headers.get('cache-status')?.includes('; hit;'), status];
  } finally {
    await service.close();
  }
}
const whole = [200, 1, true, 'pass'];

describe('a connection to Redis', () => {
  test('works with a password, by TCP and by socket', async () => {
    const port = await freePort();
    redis = await startRedis({
      settings: ['--port', String(port), '--requirepass', 'p@ss,w:rd/', '--bind', '127.0.0.1'],
    });
    const password = encodeURIComponent('p@ss,w:rd/');
    expect(await ping(`redis://:${password}@127.0.0.1:${port}`)).toBe('PONG');
    expect(await ping(`redis://default:${password}@127.0.0.1:${port}`)).toBe('PONG');
    expect(await ping(redis.url.replace('unix://', `unix://:${password}@`))).toBe('PONG');
    await expect(ping(redis.url)).rejects.toThrow();
  });

  test('works as an ACL user with only the rights the service needs', async () => {
    const port = await freePort();
    const may = ['~js:*', '~{js:*', '&js:*', '+@all', '-@dangerous', '-@admin', '+info', '+client|setname'];
    redis = await startRedis({
      settings: ['--port', String(port), '--bind', '127.0.0.1', '--user', 'jobs', 'on', '>secret', ...may],
    });
    expect(await searchOver(`redis://jobs:secret@127.0.0.1:${port}`)).toEqual(whole);
    expect(await ping(redis.url.replace('unix://', 'unix://jobs:secret@'))).toBe('PONG');
  });

  test('works over TLS with a private CA, and fails without it', async () => {
    const address = await tlsRedis('no');
    expect(await searchOver(address, { REDIS_TLS_CA: file('ca.pem') })).toEqual(whole);
    await expect(ping(address)).rejects.toThrow('Redis did not answer');
  });

  test('works over TLS where Redis requires a client certificate', async () => {
    const REDIS_URL = await tlsRedis('yes');
    const certificates = {
      REDIS_TLS_CA: file('ca.pem'),
      REDIS_TLS_CERT: file('redis.pem'),
      REDIS_TLS_KEY: file('redis.key'),
    };
    expect(await ping(readConfig({ REDIS_URL, ...certificates }))).toBe('PONG');
    await expect(ping(readConfig({ REDIS_URL, REDIS_TLS_CA: file('ca.pem') }))).rejects.toThrow();
  });

  test('a certificate that cannot be read stops the start', () => {
    const config = readConfig({ REDIS_URL: 'rediss://127.0.0.1:1', REDIS_TLS_CA: '/nowhere/ca.pem' });
    expect(() => connectRedis(config, 'asking', logger)).toThrow('/nowhere/ca.pem');
  });
});
