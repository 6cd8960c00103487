import { expect, test } from '@jest/globals';
import { startFakeBoard } from '../lib/fake-board.js';
import { startMailServer } from '../lib/processes/mail-server.js';
import { later, startWatching, until } from '../lib/processes/watching.js';

/** The link in a mail, whose lines may be folded (quoted-printable). */
const linkIn = (mail: string): string =>
  /https?:\/\/\S+token=[\w-]+/.exec(mail.replace(/=\r\n/g, '').replace(/=3D/g, '='))?.[0] ?? '';

async function startMailing(settings: Record<string, string> = {}) {
  const server = later(await startMailServer(), (each) => each.close());
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', []);
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'jobs@example.com', MAIL_TO: '*', ...settings };
  return { server, board, ...(await startWatching(['acme'], board, mail)) };
}

test('an address is sent one mail, however often watches are made, tested and deleted, until it is confirmed by its link', async () => {
  const { server, board, ask, read } = await startMailing();
  await read();
  const create = (to: string) => ask('POST', '', { search: { keyword: 'nurse' }, url: `mailto:${to}` });
  for (let round = 0; round < 4; round++) {
    const made = await create(`stranger+${round}@example.com`);
    expect([made.status, made.body.state]).toEqual([201, 'paused']);
    const tested = await ask('POST', `/${made.body.id}/test`);
    expect(tested.body.accepted ?? tested.status).toBe(round === 0 ? false : 429);
    expect((await ask('POST', `/${made.body.id}/resume`)).body.state).toBe('paused');
    expect((await ask('DELETE', `/${made.body.id}`)).status).toBe(204);
  }
  const { body: watch } = await create('stranger@example.com');
  expect(watch.reason).toContain('has not been confirmed by the link');
  await until(() => server.mails.length > 0);
  // Other addresses are asked, but not without end.
  const others = [];
  for (let at = 0; at < 12; at++) others.push((await create(`other${at}@example.com`)).status);
  expect(others).toEqual([...Array(9).fill(201), 429, 429, 429]);
  await until(() => server.mails.length === 10);
  expect(server.mails.filter((mail) => mail.includes('To: stranger'))).toHaveLength(1);

  const [mail = ''] = server.mails;
  expect(mail).not.toContain('nurse');
  const link = linkIn(mail);
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form method="post"')]);
  // Looking is no consent.
  expect((await ask('GET', `/${watch.id}`)).body.state).toBe('paused');
  expect((await fetch(`${link}x`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  expect((await ask('GET', `/${watch.id}`)).body).toMatchObject({ state: 'active', reason: null });
  board.setJobs('acme', [{ id: 1, title: 'Nurse of today' }]);
  await read();
  await until(() => server.mails.length > 10);
  expect(server.mails[10]).toContain('Subject: 1 new job: Nurse of today');
}, 90_000);

test('an address whose reader has ended the mails is asked anew before a watch of the same key sends to it again', async () => {
  const { server, ask } = await startMailing();
  const make = () => ask('POST', '', { search: { keyword: 'nurse' }, url: 'mailto:me@example.com' });
  const [{ body: first }, { body: second }] = [await make(), await make()];
  await until(() => server.mails.length === 1);
  expect((await fetch(linkIn(server.mails[0] ?? ''), { method: 'POST' })).status).toBe(200);
  expect((await ask('POST', `/${first.id}/test`)).body.accepted).toBe(true);
  const stop = linkIn(server.mails[1] ?? '');
  expect((await fetch(stop, { method: 'POST' })).status).toBe(200);
  expect((await ask('GET', `/${first.id}`)).body).toMatchObject({
    state: 'paused',
    reason: 'Its reader has ended its mails.',
  });
  // The other one goes on, and so does the consent to it.
  expect((await ask('POST', `/${first.id}/resume`)).body.state).toBe('active');
  expect((await ask('DELETE', `/${second.id}`)).status).toBe(204);
  expect((await fetch(stop, { method: 'POST' })).status).toBe(200);
  const resumed = await ask('POST', `/${first.id}/resume`);
  expect(resumed.body).toMatchObject({ state: 'paused', reason: expect.stringContaining('has not been confirmed') });
  expect((await make()).body.state).toBe('paused');
  await until(() => server.mails.length === 3);
  expect(linkIn(server.mails[2] ?? '')).toContain('/confirm?');
}, 60_000);

test('a watch says while the mail that asks its address was not accepted, and the link goes to no other address', async () => {
  const { server, ask } = await startMailing();
  Object.assign(server, { refuses: true, status: 451 });
  const { body: watch } = await ask('POST', '', { search: {}, url: 'mailto:victim@example.com' });
  expect(watch.reason).not.toContain('was sent');
  const reason = async () => (await ask('GET', `/${watch.id}`)).body.reason as string;
  await until(async () => (await reason()).includes('could not be sent yet'));
  expect(await reason()).toContain('It is sent again at ');
  // Moved to another mailbox, it asks that one by a link of its own.
  server.refuses = false;
  expect((await ask('PATCH', `/${watch.id}`, { url: 'mailto:me@example.com' })).body.state).toBe('paused');
  await until(() => server.mails.length === 1);
  const { body: other } = await ask('POST', '', { search: {}, url: 'mailto:victim@example.com' });
  // The former link is given up at its next try; then the address may be asked.
  await until(
    async () => (await ask('POST', `/${other.id}/resume`)).body.state === 'paused' && server.mails.length > 1,
  );
  expect(server.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual([
    'me@example.com',
    'victim@example.com',
  ]);
  expect((await fetch(linkIn(server.mails[0] ?? ''), { method: 'POST' })).status).toBe(200);
  expect((await ask('GET', `/${watch.id}`)).body.state).toBe('active');
  expect((await ask('GET', `/${other.id}`)).body.state).toBe('paused');
}, 90_000);

test('links in mails begin with the address that the operator states; the Host of a request is not trusted', async () => {
  const settings = { HOST: '0.0.0.0', PUBLIC_HOSTS: '' };
  const { ask, server } = await startMailing({ ...settings, PUBLIC_URL: 'https://jobs.example/' });
  expect((await ask('POST', '', { search: {}, url: 'mailto:me@example.com' })).status).toBe(201);
  await until(() => server.mails.length > 0);
  expect(linkIn(server.mails[0] ?? '')).toMatch(/^https:\/\/jobs\.example\/api\/watches\/confirm\?token=/);
  const without = await startMailing(settings);
  const refused = await without.ask('POST', '', { search: {}, url: 'mailto:me@example.com' });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('PUBLIC_URL')]);
}, 60_000);
