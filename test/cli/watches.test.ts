import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { main, readWatchesCommand, watchesTable } from '../../cli/watches-command.js';
import { freePort } from '../lib/free-port.js';
import { issueKey } from '../lib/issue-key.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

// The tests let 127.0.0.1 through.
const hook = 'http://127.0.0.1:9/hook';
let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startService({
    sources: [boardSource('acme', 'http://127.0.0.1:9')],
    worker: false,
    environment: { NTFY_URL: 'http://127.0.0.1:9' },
  });
  key = await issueKey(service.redis.url);
});
afterAll(() => service.close());

const printed = { out: '', err: '' };
beforeEach(() => {
  for (const [stream, name] of [['stdout', 'out'] as const, ['stderr', 'err'] as const])
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs the command against the service: its exit code and what it prints. */
async function run(args: readonly string[], environment: Record<string, string> = {}) {
  Object.assign(printed, { out: '', err: '' });
  const code = await main(args, { JOB_SEARCH_URL: service.url, JOB_SEARCH_KEY: key, ...environment });
  return { code, ...printed };
}

const fieldIn = (out: string, name: string): string | undefined => new RegExp(`^${name} +(.*)$`, 'm').exec(out)?.[1];

describe('job-search watches', () => {
  test('makes a watch with its secret, lists, shows, pauses, resumes and removes it', async () => {
    const made = await run(['create', 'night', 'nurse', '--location', 'Austin, TX', '--url', hook]);
    expect(made.code).toBe(0);
    const id = fieldIn(made.out, 'id') ?? '';
    expect(id).toMatch(/^watch_\w{24}$/);
    expect(fieldIn(made.out, 'secret')).toMatch(/^whsec_\S{32}$/);
    expect(made.err).toContain('is shown only this once');
    expect(made.err).toContain('readDelivery()');

    const listed = await run(['list']);
    expect(listed.out.split('\n')).toEqual([
      expect.stringMatching(/^id +state +search +url +last delivery$/),
      `${id}  active  'night nurse' --location 'Austin, TX'  ${hook}  never`,
      '',
    ]);
    const paused = await run(['pause', id]);
    expect(fieldIn(paused.out, 'state')).toBe('paused: Its owner has paused it.');
    expect(paused.err).toContain('jobs that appear before it is resumed are not sent');
    expect(fieldIn((await run(['show', id])).out, 'state')).toMatch(/^paused/);
    expect((await run(['list'])).out).toContain('never          Its owner has paused it.');
    expect(fieldIn((await run(['resume', id])).out, 'state')).toBe('active');
    const shown = await run(['show', id, '--json']);
    expect(JSON.parse(shown.out)).toMatchObject({ id, state: 'active', search: { keyword: 'night nurse' }, url: hook });
    // The secret is in the first answer alone.
    for (const { out, err } of [listed, paused, shown]) expect(out + err).not.toContain('whsec_');

    expect(await run(['remove', id])).toEqual({ code: 0, out: '', err: 'Removed: nothing more is sent.\n' });
    expect(await run(['show', id])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`no watch "${id}"`),
    });
    expect(await run(['list'])).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('You have no watches.'),
    });
    expect((await run(['list', '--json'])).out).toBe('[]\n');
  });

  test('prints a new watch as JSON with its secret, and no secret where nothing is signed', async () => {
    const { out, err } = await run(['create', '--salary', '50k', '--url', hook, '--json']);
    expect(JSON.parse(out)).toMatchObject({ search: { salary: '50000' }, secret: expect.stringMatching(/^whsec_/) });
    expect(err).toBe('');
    const topic = await run(['create', '--keyword', '', '--url', 'ntfy:my-jobs']);
    expect([topic.code, fieldIn(topic.out, 'search')]).toEqual([0, 'every job']);
    expect(topic.out + topic.err).not.toContain('secret');
  });

  test('explains what the service refuses by the options that were given', async () => {
    const wrong = await run(['create', '--type', 'fultime', '--url', 'http://example.com/hook']);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain('--url "http://example.com/hook": The address must begin with https.');
    expect(wrong.err).toContain('--type "fultime": "fultime" is not a job type. Did you mean "full time"?');
    const mail = await run(['create', 'nurse', '--url', 'mailto:me@example.com']);
    expect(mail).toMatchObject({ code: 2, err: expect.stringContaining('This service sends no mail.') });
    const keyless = await run(['list'], { JOB_SEARCH_KEY: '' });
    expect(keyless).toMatchObject({ code: 3, err: expect.stringContaining('Set JOB_SEARCH_KEY to a key') });
    expect(await run(['list'], { JOB_SEARCH_KEY: 'jsk_abc' })).toMatchObject({ code: 3, out: '' });
  });

  test('says what the address answered to a test delivery', async () => {
    let accepted = true;
    const other = createServer((request, response) => {
      const reason = accepted ? null : 'The address answered with status 404.';
      response.writeHead(request.url === '/api/watches/watch_1/test' ? 200 : 404, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify({ id: 'msg_1', accepted, reason }));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const environment = { JOB_SEARCH_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}` };
    try {
      const rung = await run(['test', 'watch_1'], environment);
      expect(rung).toEqual({ code: 0, out: '', err: 'The address accepted a test delivery.\n' });
      accepted = false;
      const refused = await run(['test', 'watch_1', '--json'], environment);
      expect([refused.code, JSON.parse(refused.out)]).toMatchObject([3, { accepted: false }]);
      expect(refused.err).toContain('The address answered with status 404.');
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });

  test('says where no service is, and when a watch may have been made all the same', async () => {
    const closed = `http://127.0.0.1:${await freePort()}`;
    const nowhere = await run(['create', 'nurse', '--url', hook], { JOB_SEARCH_URL: closed });
    expect(nowhere.code).toBe(3);
    expect(nowhere.err).toContain(`No service responds at ${closed} (ECONNREFUSED).`);
    expect(nowhere.err).not.toContain('may have been made');

    // Breaks each connection once it has the request, except that a list is answered as by another program.
    const other = createServer((request, response) => {
      if (request.method === 'GET')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"watches":1}');
      else request.on('end', () => request.socket.destroy()).resume();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const environment = { JOB_SEARCH_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}` };
    try {
      const broken = await run(['create', 'nurse', '--url', hook], environment);
      expect([broken.code, broken.out]).toEqual([3, '']);
      expect(broken.err).toContain('The watch may have been made: "job-search watches list" shows it.');
      const list = await run(['list'], environment);
      expect(list).toMatchObject({
        code: 3,
        err: expect.stringContaining('does not respond like this search service'),
      });
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });
});

describe('its command line', () => {
  test.each<[string[], string]>([
    [['create', '--url', hook], 'Say what to watch: words or options of a search; --keyword "" watches every job.'],
    [['create', 'nurse'], 'Say where new jobs are sent: --url https://example.com/hook.'],
    [['creat', '--url', hook], 'Did you mean create?'],
    [['create', '--url', hook, '--limit', '5'], 'There is no option --limit.'],
    [['list', '--location', 'Berlin'], '--location is an option of "watches create" and "watches change".'],
    [['list', 'nurse'], '"watches list" does not take "nurse".'],
    [['pause'], 'Name the watch: job-search watches pause ID.'],
    [['pause', 'watch_1', 'watch_2'], '"watches pause" does not take "watch_2".'],
  ])('rejects %j with a sentence', (args, sentence) => {
    expect(() => readWatchesCommand(args)).toThrow(sentence);
  });

  test('prints its help without a command, and for --help and help', async () => {
    for (const args of [[], ['--help'], ['help'], ['create', '-h']])
      expect(await run(args)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--url ntfy:my-topic') });
  });
});

test('a watch is printed without control characters, its search as a shell takes it', () => {
  const table = watchesTable([
    {
      ...{ rhythm: 'at once', quietHours: '', timeZone: 'UTC' },
      ...{ id: 'watch_1', url: 'https://example.com/\u001b[2J', state: 'active', reason: null },
      ...{ search: { keyword: "night's \u202enurse", location: '' }, createdAt: '', lastDeliveryAt: null },
    },
  ]);
  expect(table).toContain(`'night'\\''s nurse'  https://example.com/ [2J  never\n`);
  for (const mark of ['\u001b', '\u202e']) expect(table).not.toContain(mark);
});
