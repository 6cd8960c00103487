import { expect, test } from '@jest/globals';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { type ExportLine, exportLineSchema } from '../../../shared/export/export-chunk.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { closeLater } from '../../lib/close-later.js';
import { type FakeJob, startFakeBoard } from '../../lib/fake-board.js';
import { startRedis } from '../../lib/start-redis.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

const postedAt = '2026-11-01T08:00:00Z';
const jobs = (count: number): FakeJob[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    title: `Nurse ward ${id}`,
    company: `Clinic ${id}`,
    content: '',
    postedAt,
  }));

async function open(listed: readonly FakeJob[]) {
  const redis = later(await startRedis(), (each) => each.stop());
  const connection = later(connectRedis(redis.url, 'working', createLogger('silent', 'test')), (each) =>
    each.disconnect(),
  );
  await redisReady(connection, 10_000);
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [...listed]);
  const service = later(
    await startService({ redis, sources: [boardSource('acme', board.baseUrl)], environment: { FRESH_SECONDS: '1' } }),
    (each) => each.close(),
  );
  const key = createKey();
  await addKey(connection, hashKey(key), {
    ...{ id: 'key_1', owner: 'key_1', name: 'acme', plan: 'pro', lastFour: key.slice(-4), createdAt: Date.now() },
  });
  const authorization = `Bearer ${key}`;
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/jobs/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization, ...headers },
      body: JSON.stringify(body),
    });
  const collectAgain = () => service.search({}, { authorization, 'cache-control': 'no-cache', prefer: 'wait=60' });
  return { service, board, post, collectAgain, authorization };
}

const linesOf = (text: string): ExportLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => exportLineSchema.parse(JSON.parse(line)));

const idsOf = (line: ExportLine): string[] => ('id' in line ? [line.id] : []);
const cursorOf = (line: ExportLine | undefined) => (line !== undefined && 'cursor' in line ? line.cursor : null);

/** A copy as a client keeps it: what each line says is applied in order. */
function apply(copy: Map<string, string>, lines: readonly ExportLine[]): void {
  for (const line of lines) {
    if (line.change === 'closed') copy.delete(line.id);
    else if ('job' in line) copy.set(line.id, line.job.title);
  }
}

test('an export has every opening, continues after a cursor, and then sends what changed', async () => {
  const { board, post, collectAgain } = await open(jobs(2100));
  const first = await post({ keyword: 'nurse' });
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = linesOf(await first.text());
  expect(lines[0]).toMatchObject({ change: 'begin', total: 2100, partial: false, round: 0 });
  expect(lines.at(-1)).toMatchObject({ change: 'end', changes: 2100 });
  const ids = new Set(lines.flatMap(idsOf));
  expect(ids.size).toBe(2100);

  // Behind the first cursor comes the rest: both together are everything.
  const cut = lines.findIndex(({ change }) => change === 'cursor');
  const copy = new Map<string, string>();
  apply(copy, lines.slice(0, cut));
  expect(copy.size).toBeLessThan(2100);
  const rest = linesOf(await (await post({ cursor: cursorOf(lines[cut]) })).text());
  expect(rest[0]).not.toHaveProperty('total');
  apply(copy, rest);
  expect(new Set(copy.keys())).toEqual(ids);

  // An earlier response can no longer go on, and the next round has only changes.
  const late = await post({ cursor: cursorOf(lines.at(-1)) });
  expect(late.status).toBe(410);
  expect(await late.json()).toMatchObject({ code: 'cursor-expired' });
  const changed = jobs(2100)
    .slice(2)
    .map((job) => (job.id === 7 ? { ...job, title: 'Nurse by night' } : job));
  board.setJobs('acme', [...changed, { id: 9000, title: 'Nurse anew', company: 'Clinic new', postedAt }]);
  await collectAgain();
  const round = linesOf(await (await post({ keyword: 'nurse', cursor: cursorOf(rest.at(-1)) })).text());
  apply(copy, round);
  expect(round.at(-1)).toMatchObject({ change: 'end', changes: 4 });
  const kinds = round.flatMap((line) => ('id' in line ? [line.change] : []));
  expect(kinds.sort()).toEqual(['added', 'changed', 'closed', 'closed']);
  const whole = await post({ keyword: 'nurse' });
  expect(copy).toEqual(copyOf(linesOf(await whole.text())));
  expect(copy.size).toBe(2099);

  const other = await post({ keyword: 'welder', cursor: cursorOf(round.at(-1)) });
  expect(other.status).toBe(400);
  expect(await other.json()).toMatchObject({ errors: [{ pointer: '#/cursor', code: 'conflict' }] });
});

test('the total of an export is the number of jobs that follow: near matches are not among them', async () => {
  const titles = ['Heavy Truck Driver', 'CDL Driver', 'Truck Driver'];
  const { service, post } = await open(
    Array.from({ length: 6 }, (_, id) => ({
      ...{ id, title: titles[id % 3] ?? '', company: `Haulage ${id}`, content: '', postedAt },
    })),
  );
  const query = { keyword: 'truck driver' };
  expect((await service.search(query)).body.page).toMatchObject({ exact: 4, total: 6 });
  const lines = linesOf(await (await post(query)).text());
  expect(lines[0]).toMatchObject({ change: 'begin', total: 4 });
  expect(lines.filter(({ change }) => change === 'added')).toHaveLength(4);
});

function copyOf(lines: readonly ExportLine[]): Map<string, string> {
  const copy = new Map<string, string>();
  apply(copy, lines);
  return copy;
}

test('an export as CSV, and what is refused', async () => {
  const { service, board, post } = await open(jobs(3));
  board.setJobs('acme', [{ id: 1, title: '=1+1, "Nurse"', company: 'Clinic' }]);
  const response = await post({}, { accept: 'text/csv' });
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
  const [head = '', row = '', end = '', ...more] = (await response.text()).split('\r\n');
  expect(head.split(',').slice(0, 3)).toEqual(['change', 'id', 'title']);
  expect(row).toMatch(/^added,job_\w{16},"'=1\+1, ""Nurse""",Clinic,/);
  expect(end).toMatch(/^end,,+[\w-]+=[\w-]+$/);
  expect(more).toEqual(['']);
  const unknown = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`field${at}`, '']));
  const refused = await post({ ...unknown, limit: '10' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ detail: '24 fields need attention. The first 20 are listed.' });
  expect((await post({ cursor: 'what' })).status).toBe(400);
  const keyless = await fetch(`${service.url}/api/jobs/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(keyless.status).toBe(401);
  expect(keyless.headers.get('www-authenticate')).toContain('Bearer');
  expect(await keyless.json()).toMatchObject({ code: 'key-required' });
  const wrong = await fetch(`${service.url}/api/jobs/export`);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
});

test('an export is neither set back by a changed cursor nor sent again and again for one search', async () => {
  const { post } = await open(jobs(30));
  const left = (response: Response) => /r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1] ?? null;
  const first = await post({});
  expect(left(first)).toBe('999');
  const lines = linesOf(await first.text());
  const [begin, end] = [cursorOf(lines[0]) ?? '', cursorOf(lines.at(-1)) ?? ''];

  // The cursor of the end, set back to the beginning of the round before: with the signature of another, and with none.
  const [position = '', signature = ''] = end.split('=');
  const back = Buffer.from(Buffer.from(position, 'base64url').toString().replace(' 1 0 ', ' 0 0 ')).toString(
    'base64url',
  );
  for (const cursor of [back, `${back}=${signature}`]) {
    const refused = await post({ cursor });
    expect([refused.status, left(refused)]).toEqual([400, null]);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer: '#/cursor', code: 'unknown-value' }] });
  }

  // An interrupted client has the round once more; who has it sent a third time pays another search.
  const counted: (string | null)[] = [];
  for (let time = 0; time < 4; time++) {
    const again = await post({ cursor: begin });
    counted.push(left(again));
    expect(linesOf(await again.text()).at(-1)).toMatchObject({ change: 'end', changes: 30 });
  }
  expect(counted).toEqual([null, '998', null, '997']);
});

test('descriptions come with an export and with a search that has a key, as text or Markdown', async () => {
  const listed = jobs(120).map((job) => ({
    ...job,
    content: `<h2>Ward ${job.id}</h2><ul><li>Nights</li><li><b>Days</b></li></ul>`,
  }));
  const { service, board, post, collectAgain, authorization } = await open(listed);
  const texts = async (body: object, headers?: Record<string, string>) => (await post(body, headers)).text();
  const described = (lines: readonly ExportLine[]) =>
    lines.flatMap((line) => ('job' in line ? [[line.job.title, line.job.description]] : []));
  const markdown = linesOf(await texts({ keyword: 'nurse', descriptions: 'MD' }));
  expect(described(markdown)).toHaveLength(120);
  expect(new Map(described(markdown) as [string, string][]).get('Nurse ward 7')).toBe(
    '### Ward 7\n\n- Nights\n- **Days**',
  );
  const plain = linesOf(await texts({ keyword: 'nurse', descriptions: 'text' }));
  expect(new Map(described(plain) as [string, string][]).get('Nurse ward 7')).toMatch(/^Ward 7\n.*Nights\n.*Days$/s);
  const csv = await texts({ keyword: 'nurse', descriptions: 'text' }, { accept: 'text/csv' });
  expect(csv.split('\r\n')[0]).toMatch(/,cursor,description$/);
  expect(csv).toMatch(/"Ward 7\n/);
  expect(described(linesOf(await texts({ keyword: 'nurse' }))).every(([, text]) => text === undefined)).toBe(true);

  // With a cursor alone each response has what it asks for.
  board.setJobs('acme', [
    ...listed,
    { id: 500, title: 'Nurse anew', company: 'New', postedAt, content: '<p>Hello</p>' },
  ]);
  await collectAgain();
  const cursor = cursorOf(markdown.at(-1));
  expect(described(linesOf(await texts({ cursor, descriptions: 'markdown' })))).toEqual([['Nurse anew', 'Hello']]);

  const search = { keyword: 'nurse', limit: '100', descriptions: 'text' };
  const refused = await service.search(search);
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '#/descriptions']);
  expect(refused.body.detail).toContain('need an API key');
  const key = { authorization };
  const { status, body } = await service.search(search, key);
  expect([status, body.jobs.length, body.query.descriptions, body.next.descriptions]).toEqual([
    200,
    100,
    'text',
    'text',
  ]);
  expect(body.jobs.every(({ description }: { description: string }) => /^(?:Ward|Hello)/.test(description))).toBe(true);
  const { descriptions: _descriptions, ...without } = search;
  const bare = (await service.search(without, key)).body;
  expect([bare.jobs[0].description, bare.query.descriptions]).toEqual([undefined, undefined]);
});
