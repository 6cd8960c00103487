import { copyFile, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { crawlSource } from '../../../worker/collect/crawl/crawl-source.js';
import type { FetchHashed } from '../../../worker/fetch/fetch-page.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { fetchingMails } from '../../../worker/mail/fetch-mails.js';
import { type MailServer, mailLogin, startMailServer } from '../../lib/mail-server.js';
import { openKind } from '../../lib/open-kind.js';
import { readFixtureBytes } from '../../lib/read-fixture.js';
import { parseHere } from '../lib/crawl-here.js';

const names = ['indeed', 'xing', 'json-ld', 'welcome'];
const large = Buffer.concat([readFixtureBytes('mails/indeed.eml'), Buffer.alloc(1_000_000, ' ')]);

const noPages: FetchHashed = () => Promise.reject(new Error('No page is asked for.'));
const paced: string[] = [];
const fetching = (allowed: string[]) =>
  fetchingMails(noPages, {
    guard: createSsrfGuard(allowed),
    pace: (host, _limits, { run }) => {
      paced.push(host);
      return run();
    },
  });

function read(settings: object, { allowed = ['127.0.0.1'], signal = AbortSignal.timeout(20_000) } = {}) {
  const fetchHashed = fetching(allowed);
  const { source } = openKind({ kind: 'mailbox', ...settings });
  return crawlSource(source, {}, { fetchHashed, parse: parseHere, openSession: null, userAgent: 'test/1', signal });
}

async function hashOf(settings: object): Promise<string> {
  const { asks } = openKind({ kind: 'mailbox', ...settings });
  const [ask] = asks();
  if (ask === undefined) throw new Error('Nothing is asked.');
  const options = { signal: AbortSignal.timeout(20_000), userAgent: 'test/1', perMinute: 60, concurrency: 1 };
  return (await fetching(['127.0.0.1'])(ask, options)).hash;
}

const titles = ['Miller', '(Junior) Bäcker (m/w/d)', 'Teigmacherin', 'Early Shift Baker', 'Oven Hand'];

describe('a mail server', () => {
  let server: MailServer;
  let settings: object;
  beforeAll(async () => {
    server = await startMailServer(names.map((name) => readFixtureBytes(`mails/${name}.eml`)));
    settings = { host: '127.0.0.1', port: server.port, security: 'none', ...mailLogin };
  });
  afterAll(() => server.close());

  test('is read without changing anything, the newest mails first, at the pace of its host', async () => {
    const { postings, failure, flaws } = await read(settings);
    expect(failure).toBeNull();
    expect(postings.map(({ title }) => title)).toEqual(titles);
    expect(flaws).toEqual([expect.stringContaining('no address')]);
    expect(paced).toEqual(Array(2).fill(`127.0.0.1:${server.port}`));
    const told = server.commands.map((command) =>
      command
        .split(' ')
        .slice(0, command.startsWith('UID') ? 2 : 1)
        .join(' '),
    );
    const harmless = [
      'CAPABILITY',
      'ID',
      'LOGIN',
      'NAMESPACE',
      'LIST',
      'LSUB',
      'EXAMINE',
      'UID SEARCH',
      'UID FETCH',
      'LOGOUT',
    ];
    expect(told.filter((command) => !harmless.includes(command))).toEqual([]);
    const fetched = server.commands.filter((command) => command.includes('BODY'));
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toContain('BODY.PEEK[]');
  });

  test('is not read again while it holds the same mails', async () => {
    const before = await hashOf(settings);
    const bodies = server.commands.filter((command) => command.includes('BODY')).length;
    expect(await hashOf(settings)).toBe(before);
    server.uids.pop();
    expect(await hashOf(settings)).not.toBe(before);
    server.uids.push(4);
    expect(server.commands.filter((command) => command.includes('BODY'))).toHaveLength(bodies);
  });

  test('gives the newest so many alone', async () => {
    const { postings } = await read({ ...settings, mails: 2 });
    expect(postings.map(({ title }) => title)).toEqual(['Miller']);
  });

  test.each([
    ['refused', { password: 'wrong' }, 'did not accept the user and password.'],
    ['gone', { folder: 'Nothing' }, 'has no folder of this name.'],
    ['unreachable', { port: 1 }, 'could not be read by IMAP (ECONNREFUSED).'],
  ])('that cannot be read is reported as %s, without a secret', async (failure, wrong, words) => {
    const crawled = await read({ ...settings, ...wrong });
    expect(crawled.failure).toMatchObject({ failure, message: expect.stringContaining(words) });
    expect(crawled.failure?.message).not.toMatch(/wrong|Nothing|sesame|reader/);
  });

  test('on a private host must be named in ALLOW_PRIVATE_HOSTS', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const crawled = await read({ ...settings, host }, { allowed: ['10.0.0.1'] });
      expect(crawled.failure).toMatchObject({
        failure: 'unsafe',
        message: expect.stringContaining('ALLOW_PRIVATE_HOSTS'),
      });
    }
    const other = await read(settings, { allowed: ['127.0.0.1:1'] });
    expect(other.failure).toMatchObject({ failure: 'unsafe' });
  });

  test('is given up when the time of the source is up', async () => {
    const { failure } = await read(settings, { signal: AbortSignal.abort() });
    expect(failure).toMatchObject({ failure: 'timeout' });
  });
});

test('a mail beyond a megabyte is left out and told of', async () => {
  const server = await startMailServer([large, readFixtureBytes('mails/indeed.eml')]);
  try {
    const settings = { host: '127.0.0.1', port: server.port, security: 'none', ...mailLogin };
    const { postings, flaws } = await read(settings);
    expect(postings).toHaveLength(2);
    expect(flaws).toEqual(['1 mails were left out: too large, too many, or not readable.']);
    expect(server.commands.at(-1)).toMatch(/^UID FETCH 2 /);
  } finally {
    await server.close();
  }
});

test.each([
  [900, titles, null],
  [50_000, [], 'The mail server sent more than 1000 mails that were not requested.'],
])('a server that sends %i rows that nobody asked for', async (unasked, expected, message) => {
  const mails = names.map((name) => readFixtureBytes(`mails/${name}.eml`));
  const server = await startMailServer(mails, { unasked });
  try {
    const settings = { host: '127.0.0.1', port: server.port, security: 'none', ...mailLogin };
    const { postings, failure } = await read(settings);
    expect(postings.map(({ title }) => title)).toEqual(expected);
    expect(failure?.message ?? null).toBe(message);
  } finally {
    await server.close();
  }
});

describe('a folder of files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mails-'));
    for (const [at, name] of names.entries()) {
      const file = join(folder, `${name}.eml`);
      await copyFile(projectFile(`test/fixtures/mails/${name}.eml`), file);
      const second = Date.now() / 1000 - 100 + at;
      await utimes(file, second, second);
    }
    await writeFile(join(folder, 'notes.txt'), 'not a mail');
    await symlink(projectFile('test/fixtures/mails/glassdoor.eml'), join(folder, 'elsewhere.eml'));
    await copyFile(projectFile('test/fixtures/mails/stepstone.eml'), join(folder, 'old.eml'));
    await utimes(join(folder, 'old.eml'), 1, 1);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is read without its links and what is too old', async () => {
    const { postings, failure } = await read({ files: folder });
    expect(failure).toBeNull();
    expect(postings.map(({ title }) => title)).toEqual(titles);
  });

  test('is not read again while it holds the same files', async () => {
    const before = await hashOf({ files: folder });
    expect(await hashOf({ files: folder })).toBe(before);
    await writeFile(join(folder, 'more.eml'), 'Subject: more\n\n');
    expect(await hashOf({ files: folder })).not.toBe(before);
    await rm(join(folder, 'more.eml'));
  });

  test('that does not exist is reported, without its path', async () => {
    const { failure } = await read({ files: join(folder, 'missing') });
    expect(failure).toMatchObject({ failure: 'gone', message: 'Folder not found on the worker.' });
  });
});
