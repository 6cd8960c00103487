import { expect, test } from '@jest/globals';
import { startFakeBoard } from '../lib/fake-board.js';
import { startMailServer } from '../lib/processes/mail-server.js';
import { later, startWatching, until } from '../lib/processes/watching.js';

/** A mail with its folded lines joined (quoted-printable). */
const unfolded = (mail: string): string => mail.replace(/=\r\n/g, '').replace(/=3D/g, '=');
const linkIn = (mail: string, path: string): string =>
  unfolded(mail).match(new RegExp(`https?://\\S+${path}\\?[\\w=&-]+`))?.[0] ?? '';

async function startAlerts(settings: Record<string, string> = {}) {
  const server = later(await startMailServer(), (each) => each.close());
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', []);
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'jobs@example.com', MAIL_TO: '*', ...settings };
  const { read, url } = await startWatching(['acme'], board, mail);
  const make = async (fields: Record<string, string>) => {
    const response = await fetch(`${url}/alerts`, { method: 'POST', body: new URLSearchParams(fields) });
    return { status: response.status, text: await response.text() };
  };
  const confirm = async () => fetch(linkIn(server.mails.at(-1) ?? '', '/confirm'), { method: 'POST' });
  return { server, board, read, url, make, confirm };
}

test('new jobs are sent to an address without a key once its mail is confirmed, until one click ends them', async () => {
  const { server, board, read, url, make, confirm } = await startAlerts();
  await read();
  const page = await fetch(`${url}/alerts?keyword=nurse&timeZone=Europe/Berlin`);
  const form = await page.text();
  expect([page.status, form]).toEqual([200, expect.stringContaining('name="keyword" value="nurse"')]);
  expect(form).toContain('value="Europe/Berlin"');

  const made = await make({ keyword: 'nurse', email: 'me@example.com', rhythm: 'at once', timeZone: 'UTC' });
  expect([made.status, made.text]).toEqual([200, expect.stringContaining('me@example.com')]);
  await until(() => server.mails.length === 1);
  expect(server.mails[0]).not.toContain('nurse');
  expect((await confirm()).status).toBe(200);
  // Confirmed twice, it is one alert.
  expect((await confirm()).status).toBe(200);

  board.setJobs('acme', [
    { id: 1, title: 'Nurse of today' },
    { id: 2, title: 'Welder' },
  ]);
  await read();
  await until(() => server.mails.length === 2);
  const mail = server.mails[1] ?? '';
  expect(mail).toContain('Subject: 1 new job: Nurse of today');
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const stop = linkIn(mail, '/stop');
  expect((await fetch(stop)).status).toBe(200);
  expect((await fetch(`${stop}x`, { method: 'POST' })).status).toBe(404);
  const ended = await fetch(stop, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('have ended')]);
  expect((await fetch(stop)).status).toBe(200);
}, 90_000);

test('each alert of an address is confirmed by itself, and there are at most as many as the operator lets it have', async () => {
  const { server, make, confirm } = await startAlerts({ ALERTS_PER_ADDRESS: '2' });
  for (const [at, expected] of [200, 200, 409].entries()) {
    expect((await make({ keyword: `word${at}`, email: 'me@example.com' })).status).toBe(200);
    await until(() => server.mails.length === at + 1);
    expect((await confirm()).status).toBe(expected);
  }
}, 60_000);

test('an address that does not agree is asked three times; what is wrong stands above the form as it was sent', async () => {
  const { server, url, make } = await startAlerts();
  const statuses = [];
  // However it is written, a mailbox is one address.
  for (const email of ['me+0@gmail.com', 'm.e@Gmail.com', 'ME+2@googlemail.com', 'me@gmail.com'])
    statuses.push((await make({ keyword: 'x', email })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await until(() => server.mails.length === 3);
  const wrong = await make({ keyword: '<b>', email: 'nobody', rhythm: 'never', timeZone: 'Mars' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('such as me@example.com')]);
  expect(wrong.text).toContain('value="&lt;b>"');
  const never = await make({ email: 'me@example.org', rhythm: 'never', salary: 'much' });
  expect(never.status).toBe(400);
  expect(never.text).toContain('is not a rhythm');
  const send = (body: string, headers: Record<string, string>) =>
    fetch(`${url}/alerts`, { method: 'POST', body, headers });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await send(`email=${'x'.repeat(9000)}`, type)).status).toBe(413);
  expect((await send('email=x', { ...type, 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await send('email=x', { ...type, 'content-encoding': 'zstd' })).status).toBe(415);
}, 60_000);

test('a mail that is not accepted at once is said to be on its way and tried again; one that is refused is not counted', async () => {
  const { server, make, confirm } = await startAlerts();
  Object.assign(server, { refuses: true, status: 550 });
  // An address is asked three times in 30 days.
  for (let at = 0; at < 4; at++) {
    const refused = await make({ keyword: 'x', email: 'nobody@example.com' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('no mail is accepted')]);
  }
  // Greylisting (RFC 6647).
  server.status = 451;
  const later = await make({ keyword: 'x', email: 'me@example.com' });
  expect([later.status, later.text]).toEqual([200, expect.stringContaining('has not accepted it yet')]);
  expect(later.text).not.toContain('was sent');
  server.refuses = false;
  await until(() => server.mails.length === 1);
  expect((await confirm()).status).toBe(200);
  const sent = await make({ keyword: 'y', email: 'nobody@example.com' });
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('was sent')]);
}, 90_000);

test('a service without a mail server, or whose operator lets no address have alerts, offers none', async () => {
  const { url, make } = await startAlerts({ ALERTS_PER_ADDRESS: '0' });
  expect((await fetch(`${url}/alerts`)).status).toBe(404);
  expect((await make({ email: 'me@example.com' })).status).toBe(404);
  const info = (await (await fetch(`${url}/api`)).json()) as { alerts: boolean };
  expect(info.alerts).toBe(false);
}, 60_000);
