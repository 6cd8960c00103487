import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test } from '@jest/globals';
import { type Config, readConfig } from '../../../shared/config.js';
import { readVersion } from '../../../shared/project-file.js';
import { takeTest } from '../../../shared/watches/attempts.js';
import { hastenDeliveries, resumeDeliveries, tellOpenings } from '../../../shared/watches/deliveries.js';
import { giveConsent, makeToken, needsConsent, unconfirmedReason } from '../../../shared/watches/mail-consent.js';
import { countSent } from '../../../shared/watches/message-limits.js';
import { addWatch, changeWatch, readWatch, type StoredWatch } from '../../../shared/watches/watch.js';
import { createSsrfGuard, type SsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { noWorkerMetrics } from '../../../worker/process/metrics.js';
import { createDeliver, isHanging } from '../../../worker/watches/deliver.js';
import { createSender } from '../../../worker/watches/send-body.js';
import { closeLater } from '../../lib/close-later.js';
import { dueDeliveries } from '../../lib/due-deliveries.js';
import { startMailServer } from '../../lib/processes/mail-server.js';
import { storedWatch } from '../../lib/stored-watch.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const later = closeLater();
beforeEach(() => redis.flushall());

const start = 1_800_000_000_000;
const watchOf = (url: string): StoredWatch => ({ ...storedWatch('watch_1', start), url });

/** Delivers what is due at a time, with these servers of the operator. */
function deliverer({ guard = createSsrfGuard([]), ...settings }: Partial<Config> & { guard?: SsrfGuard }) {
  let at = start;
  const config = { ...readConfig({ MAIL_FROM: 'Jobs <jobs@example.com>' }), ...settings };
  const {
    deliver,
    test: sendTest,
    askConsent,
    close,
  } = createDeliver({
    ...{
      redis,
      logger: { info: () => undefined, warn: () => undefined },
      sender: createSender({ config, guard, redis }),
    },
    ...{
      metrics: noWorkerMetrics,
      ways: {
        allowed: [],
        mailTo: ['*'],
        chats: ['ntfy', 'slack', 'discord', 'telegram', 'apprise'],
        appriseNames: ['family'],
      },
      everyMs: 5000,
      now: () => new Date(at),
    },
  });
  later({ close }, (each) => each.close());
  const deliverAt = async (ms: number): Promise<void> => {
    at = start + ms;
    for (const id of await dueDeliveries(redis, at)) await deliver(id, 'watch_1');
  };
  return { deliverAt, sendTest, askConsent };
}

const tell = (id: string, now = start) =>
  tellOpenings(redis, 'watch_1', {
    ...{ now, spacingMs: 5000 },
    openings: [
      {
        ...{ source: 'a', same: [id], alike: [] },
        record: JSON.stringify({
          ...{ id, title: `Nurse ${id}\r\nBcc: all@example.com`, company: { name: 'Klinik Süd' } },
          ...{ location: { text: 'Berlin' }, url: `https://example.com/${id}` },
        }),
      },
    ],
  });

test('a watch is delivered by mail, at most once in a quarter of an hour, and again when the server refuses it', async () => {
  const server = later(await startMailServer(), (each) => each.close());
  const { deliverAt, sendTest } = deliverer({ SMTP_URL: server.url });
  const watch = watchOf('mailto:me@example.com');
  await addWatch(redis, watch, 1);
  await giveConsent(redis, (await makeToken(redis, watch)) ?? '', { now: start, mostAlerts: 5 });
  server.refuses = true;
  await tell('one');
  await deliverAt(0);
  expect(server.mails).toEqual([]);
  server.refuses = false;
  await deliverAt(5000);
  expect(server.mails).toHaveLength(1);
  const [mail = ''] = server.mails;
  expect(mail).toContain('To: me@example.com');
  expect(mail).toMatch(/^Message-ID: <msg_\w+@job-search>/im);
  expect(mail).toContain('https://example.com/one');
  // No line of a posting becomes a header.
  expect(mail).not.toMatch(/^Bcc:/im);
  expect((await readWatch(redis, 'watch_1'))?.lastDeliveryAt).toBe(new Date(start + 5000).toISOString());

  await tell('two');
  await deliverAt(6000);
  await tell('three');
  await deliverAt(60_000);
  expect(server.mails).toHaveLength(1);
  await deliverAt(5000 + 15 * 60_000);
  expect(server.mails).toHaveLength(2);
  expect(server.mails[1]).toContain('Subject: 2 new jobs');
  expect(server.mails[1]).toContain('https://example.com/three');

  const asked = { v: 1, id: 'msg_test', watch: 'watch_1', until: start + 10 * 3_600_000 } as const;
  await sendTest(asked);
  expect(server.mails[2]).toContain('Subject: A test of your watch');
  expect(await takeTest(redis, 'msg_test')).toEqual({ id: 'msg_test', accepted: true, reason: null });
  // Nobody waits any more.
  await sendTest({ ...asked, until: start });
  expect([server.mails.length, await takeTest(redis, 'msg_test')]).toEqual([3, null]);
});

test('a watch is delivered to a topic of ntfy', async () => {
  const posted: { topic: string; title: string; message: string }[] = [];
  const headers: unknown[] = [];
  const server = createServer((request, response) => {
    headers.push([request.headers.authorization, request.headers['user-agent']]);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(posted.length === 1 ? 507 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(server, (each) => each.close());
  const NTFY_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { deliverAt } = deliverer({ NTFY_URL });
  const withToken = deliverer({ NTFY_URL, NTFY_TOKEN: 'tk_secret', CONTACT: 'me@example.com' });
  await addWatch(redis, watchOf('ntfy:my-jobs'), 1);
  for (let at = 0; at < 40; at++) await tell(`${at} ${'long '.repeat(50)}`);
  await deliverAt(0);
  expect((await readWatch(redis, 'watch_1'))?.lastDeliveryAt).toBeNull();
  await withToken.deliverAt(5000);
  expect(posted).toHaveLength(2);
  const sender = `job-search/${readVersion()}`;
  expect(headers).toEqual([
    [undefined, sender],
    ['Bearer tk_secret', `${sender} (+me@example.com)`],
  ]);
  expect(posted[1]).toMatchObject({ topic: 'my-jobs', title: '40 new jobs' });
  expect(posted[1]?.message).toMatch(/^Nurse 0 long[\s\S]*and \d+ more$/);
  expect(Buffer.byteLength(posted[1]?.message ?? '')).toBeLessThanOrEqual(4096);
  expect((await readWatch(redis, 'watch_1'))?.lastDeliveryAt).not.toBeNull();
});

test.each([
  ['slack:T0/B0/x', '/services/T0/B0/x', 'text', 'A &lt;@U1&gt; &amp; B _C_'],
  ['discord:12/x-Y', '/services/12/x-Y', 'content', 'A \\<\\@U1\\> & B \\_C\\_'],
  ['telegram:-100', '/services/bot1:abc/sendMessage', 'text', 'A <@U1> & B _C_'],
  ['apprise:family', '/services/notify/family', 'body', 'A <@U1> & B _C_'],
])('a watch is delivered to %s, without marks that a posting holds', async (address, path, member, title) => {
  const posted: { path: string | undefined; body: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(posted.length === 1 ? 429 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(server, (each) => each.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/services`;
  const { deliverAt } = deliverer({
    SLACK_URL: base,
    DISCORD_URL: base,
    TELEGRAM_URL: base,
    TELEGRAM_TOKEN: '1:abc',
    APPRISE_URL: base,
  });
  await addWatch(redis, watchOf(address), 1);
  await tell('A <@U1> & B _C_');
  for (let at = 0; at < 40; at++) await tell(`${at} ${'long '.repeat(30)}`);
  await deliverAt(0);
  expect((await readWatch(redis, 'watch_1'))?.reason).toContain('The address could not be reached: status 429.');
  await deliverAt(5000);
  expect(posted.map((each) => each.path)).toEqual([path, path]);
  const { title: subject = '', [member]: said } = posted[1]?.body ?? {};
  const text = `${subject}\n${said}`.trim();
  expect(text.startsWith('41 new jobs')).toBe(true);
  expect(text).toContain(title);
  expect(text).toMatch(/and \d+ more$/);
  expect(text.length).toBeLessThanOrEqual(member === 'content' ? 2000 : 4000);
  expect((await readWatch(redis, 'watch_1'))?.state).toBe('active');
});

test('a test does not tell a name that leads to a private network from one that does not exist', async () => {
  const guard = createSsrfGuard([]);
  const { sendTest } = deliverer({
    guard: {
      ...guard,
      lookup: (name, options, done) =>
        guard.lookup(name === 'private.example.invalid' ? 'localhost' : name, options, done),
    },
  });
  const reasons = [];
  for (const host of ['private.example.invalid', 'missing.example.invalid']) {
    await redis.flushall();
    await addWatch(redis, watchOf(`https://${host}/hook`), 1);
    await sendTest({ v: 1, id: 'msg_test', watch: 'watch_1', until: start + 10 * 3_600_000 });
    reasons.push((await takeTest(redis, 'msg_test'))?.reason);
  }
  const same = 'The address could not be reached: its name leads to no public address.';
  expect(reasons).toEqual([same, same]);
});

test('a mail is sent to nobody who has not agreed, but the one that asks', async () => {
  const server = later(await startMailServer(), (each) => each.close());
  const { deliverAt, sendTest, askConsent } = deliverer({ SMTP_URL: server.url });
  const watch = watchOf('mailto:Me+jobs@example.com');
  await addWatch(redis, watch, 1);
  await tell('one');
  await deliverAt(0);
  expect(await readWatch(redis, 'watch_1')).toMatchObject({ state: 'paused', reason: unconfirmedReason });
  const asked = { v: 1, id: 'msg_test', watch: 'watch_1', until: start + 10 * 3_600_000 } as const;
  await sendTest(asked);
  expect(await takeTest(redis, 'msg_test')).toMatchObject({ accepted: false, reason: unconfirmedReason });
  expect(server.mails).toEqual([]);

  server.refuses = true;
  const first = await makeToken(redis, watch);
  const link = `https://jobs.example/?token=${first}`;
  // Greylisting: tried again, until the last try.
  server.status = 451;
  expect(await askConsent({ ...asked, link }, start + 30_000)).toBe(false);
  expect(await takeTest(redis, 'msg_test')).toMatchObject({ accepted: false, isRetried: true });
  expect((await readWatch(redis, 'watch_1'))?.reason).toContain('could not be sent yet');
  expect(await makeToken(redis, watch)).toBeNull();
  expect(await askConsent({ ...asked, link }, null)).toBe(true);
  expect((await readWatch(redis, 'watch_1'))?.reason).toMatch(/^Its address has not been confirmed: the mail with its/);
  server.refuses = false;
  const token = (await makeToken(redis, watch)) ?? '';
  expect(await makeToken(redis, watch)).toBeNull();
  expect(await askConsent({ ...asked, link: `https://jobs.example/?token=${token}` }, null)).toBe(true);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.replace(/=\r\n/g, '')).toMatch(new RegExp(`jobs.example/\\?token=(?:3D)?${token}`));

  // The delivery that was held is sent, and other watches of the owner to the same mailbox need no other consent.
  expect(await giveConsent(redis, token, { now: start, mostAlerts: 5 })).toBe('given');
  expect(await readWatch(redis, 'watch_1')).toMatchObject({ state: 'active', reason: null });
  expect(await needsConsent(redis, { owner: 'o', url: 'mailto:me@EXAMPLE.com' })).toBe(false);
  expect(await needsConsent(redis, { owner: 'other', url: 'mailto:me@example.com' })).toBe(true);
  await resumeDeliveries(redis, 'watch_1', start);
  await deliverAt(60_000);
  expect(server.mails).toHaveLength(2);
});

test('messages to an address are bounded, whichever watches they are of', async () => {
  const server = later(await startMailServer(), (each) => each.close());
  const { deliverAt } = deliverer({ SMTP_URL: server.url });
  const watch = watchOf('mailto:me@example.com');
  await addWatch(redis, watch, 1);
  await giveConsent(redis, (await makeToken(redis, watch)) ?? '', { now: start, mostAlerts: 5 });
  for (let sent = 0; sent < 20; sent++) await countSent(redis, 'openings', watch);
  await tell('one');
  await deliverAt(0);
  expect(server.mails).toEqual([]);
  await redis.del(await redis.keys('js:{watches}:messages:*'));
  await tell('two');
  await deliverAt(3_600_000);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Subject: 2 new jobs');
});

test('a receiver that has twice in succession not answered in time is known for it, until it answers somehow', async () => {
  let code = 'UND_ERR_CONNECT_TIMEOUT';
  const guard = createSsrfGuard([]);
  const { deliverAt } = deliverer({
    guard: { ...guard, lookup: (_name, _options, done) => done(Object.assign(new Error('Why.'), { code }), '', 0) },
  });
  await addWatch(redis, watchOf('https://hanging.example.invalid/'), 1);
  await tell('one');
  const known = [];
  for (const [at, next] of [
    [0, code],
    [60_000, code],
    [120_000, 'ECONNREFUSED'],
  ] as const) {
    code = next;
    await deliverAt(at);
    const watch = await readWatch(redis, 'watch_1');
    known.push(watch !== null && isHanging(watch));
  }
  expect(known).toEqual([false, true, false]);
});

test('a watch is delivered by its rhythm, all that was found meanwhile together, and not in quiet hours', async () => {
  const server = later(await startMailServer(), (each) => each.close());
  const { deliverAt } = deliverer({ SMTP_URL: server.url });
  // 15 January 2027, 08:00 UTC: 09:00 in Berlin.
  const timed = { rhythm: 'daily', quietHours: '21:00-08:30', timeZone: 'Europe/Berlin' } as const;
  const watch = { ...watchOf('mailto:me@example.com'), ...timed };
  await addWatch(redis, watch, 1);
  await giveConsent(redis, (await makeToken(redis, watch)) ?? '', { now: start, mostAlerts: 5 });
  const [minute, hour] = [60_000, 3_600_000];
  await tell('one');
  await deliverAt(0);
  await tell('two');
  await deliverAt(12 * hour);
  expect(server.mails).toEqual([]);
  // In quiet hours at 08:00, and sent at their end.
  await deliverAt(23.5 * hour - minute);
  expect(server.mails).toEqual([]);
  server.refuses = true;
  await deliverAt(23.5 * hour);
  expect((await readWatch(redis, 'watch_1'))?.reason).toContain('Tried once');
  server.refuses = false;
  // What was not accepted is tried again as always, and its three days began this morning.
  await deliverAt(23.5 * hour + minute);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Subject: 2 new jobs');
  expect(await readWatch(redis, 'watch_1')).toMatchObject({ state: 'active', reason: null });

  // By another rhythm what waits is sent at the time of that.
  await tell('three', start + 24 * hour);
  await deliverAt(25 * hour);
  expect(server.mails).toHaveLength(1);
  await changeWatch(redis, 'watch_1', { rhythm: 'at once' });
  await hastenDeliveries(redis, 'watch_1', { now: start + 25 * hour, leaseMs: 0 });
  await deliverAt(25 * hour);
  expect(server.mails).toHaveLength(2);
});
