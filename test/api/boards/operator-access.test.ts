import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { publishSources } from '../../../shared/schedule/listed-sources.js';
import { startService } from '../../lib/start-service.js';

test('a service without boards opens to this machine, and not to a proxy that adds no header', async () => {
  const service = await startService({ sources: [], worker: false });
  const { hostname, port, host } = new URL(service.url);
  const form = 'action=pause-all';
  const headers = `Host: ${host}\r\nConnection: close\r\n`;
  const fields = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`;
  const ask = async (written: string) => {
    const socket = connect(Number(port), hostname);
    socket.write(written);
    const answer = await text(socket);
    return [answer.slice(9, 12), answer.includes('operator=')];
  };
  const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  try {
    // Its boards are not known before a worker has published them.
    expect((await fetch(`${service.url}/boards`)).status).toBe(403);
    await publishSources(redis, []);
    for (const [version, page, change] of [
      ['1.1', ['200', false], ['303', true]],
      // As nginx sends it with nothing but `proxy_pass`.
      ['1.0', ['403', false], ['403', false]],
    ]) {
      expect([version, await ask(`GET /boards HTTP/${version}\r\n${headers}\r\n`)]).toEqual([version, page]);
      const changed = await ask(`POST /boards HTTP/${version}\r\n${headers}${fields}\r\n${form}`);
      expect([version, changed]).toEqual([version, change]);
    }
  } finally {
    redis.disconnect();
    await service.close();
  }
});

test('a service under a path, which a proxy shows, asks for a code', async () => {
  const service = await startService({ sources: [], worker: false, environment: { BASE_PATH: '/work' } });
  try {
    expect((await fetch(`${service.url}/work/boards`)).status).toBe(403);
  } finally {
    await service.close();
  }
});
