import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { readConfig } from '../../../shared/config.js';
import { readVersion } from '../../../shared/project-file.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { createSender } from '../../../worker/watches/send-body.js';
import { closeLater } from '../../lib/close-later.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const later = closeLater();
const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(24)).toString('base64')}`;

/** A receiver that answers so; what it was sent. */
async function startReceiver(status: number, answer: string | Buffer) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(server, (each) => each.closeAllConnections());
  later(server, (each) => each.close());
  const { port } = server.address() as AddressInfo;
  const guard = createSsrfGuard([`127.0.0.1:${port}`]);
  const sender = later(createSender({ config: readConfig({ CONTACT: 'me@example.com' }), guard, redis }), (each) =>
    each.close(),
  );
  const at = new Date();
  const watch = {
    ...storedWatch('watch_1', 0),
    url: `http://127.0.0.1:${port}/hook`,
    secret: secretOf('b'),
    formerSecrets: [
      { secret: secretOf('a'), until: at.getTime() + 1000 },
      { secret: secretOf('c'), until: at.getTime() - 1000 },
    ],
  };
  const post = () => sender.send(watch, { id: 'msg_1', body: '{"type":"jobs.found"}', at });
  return { received, post };
}

test('a delivery names its sender, and each of its secrets verifies it', async () => {
  const { received, post } = await startReceiver(204, '');
  expect(await post()).toEqual({ status: 204, answer: null, failure: null });
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(headers['user-agent']).toBe(`job-search/${readVersion()} (+me@example.com)`);
  for (const secret of [secretOf('a'), secretOf('b')])
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({ type: 'jobs.found' });
  expect(() => new Webhook(secretOf('c')).verify(body, headers as Record<string, string>)).toThrow();
});

test('what comes back is kept as the beginning of a line of text', async () => {
  const long = await startReceiver(500, `Not\n\u0007 now. ${'x'.repeat(1_000_000)}`);
  const { status, answer } = await long.post();
  expect([status, answer?.startsWith('Not now. xxx'), answer?.length]).toEqual([500, true, 500]);
  const binary = await startReceiver(302, Buffer.from([0xff, 0xfe, 0x00, 0x41]));
  expect(await binary.post()).toMatchObject({ status: 302, answer: '\ufffd\ufffd A', failure: { isFinal: false } });
});
