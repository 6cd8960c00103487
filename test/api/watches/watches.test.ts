import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { issueKey } from '../../lib/issue-key.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService({ sources: [boardSource('acme', 'http://127.0.0.1:9')], worker: false });
  key = await issueKey(service.redis.url);
});
afterAll(() => service.close());

const ask = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${service.url}/api/watches${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
};
const url = 'http://127.0.0.1:9/hook';
const errorsOf = async (method: string, path: string, body: unknown) => {
  const { status, body: problem } = await ask(method, path, body);
  return [status, problem.errors?.map(({ pointer, detail }: Record<string, string>) => `${pointer} ${detail}`)];
};

describe('a new watch', () => {
  test('without a search is refused, and does not watch everything', async () => {
    const detail = '#/search Say what to watch: "search" has the fields of a search; {} watches every job.';
    expect(await errorsOf('POST', '', { url })).toEqual([400, [detail]]);
    expect((await ask('GET', '')).body.watches).toEqual([]);
    expect((await ask('POST', '', { url, search: {} })).status).toBe(201);
    const both = await errorsOf('POST', '', {});
    expect(both).toEqual([400, [detail, expect.stringContaining('#/url Say where new jobs are sent')]]);
  });

  test.each(['limit', 'page', 'sortBy'])('has no %s, whatever its value', async (name) => {
    const search = { keyword: 'nurse', [name]: name === 'sortBy' ? 'nonsense' : '0' };
    expect(await errorsOf('POST', '', { url, search })).toEqual([
      400,
      [`#/search/${name} A watch sends every new job, without order and pages: leave ${name} out.`],
    ]);
  });
});

describe('the rhythm of a watch', () => {
  test('is at once unless it says otherwise, and is changed by its members', async () => {
    const made = (await ask('POST', '', { url, search: {} })).body;
    expect(made).toMatchObject({ rhythm: 'at once', quietHours: '', timeZone: 'UTC' });
    const times = { rhythm: 'Weekly', quietHours: '9:30 - 17:00', timeZone: 'europe/berlin' };
    const read = { rhythm: 'weekly', quietHours: '09:30-17:00', timeZone: 'Europe/Berlin' };
    expect((await ask('POST', '', { url, search: {}, ...times })).body).toMatchObject(read);
    expect((await ask('PATCH', `/${made.id}`, times)).body).toMatchObject(read);
    expect((await ask('PATCH', `/${made.id}`, { quietHours: '' })).body).toMatchObject({ ...read, quietHours: '' });
  });

  test('is refused with what is allowed', async () => {
    const wrong = { rhythm: 'dayly', quietHours: 'at night', timeZone: 'Mars/Olympus', search: {}, url };
    expect(await errorsOf('POST', '', wrong)).toEqual([
      400,
      [
        '#/rhythm "dayly" is not a rhythm. Did you mean "daily"?',
        '#/quietHours "at night" is not a range of quiet hours. Send two times of a day, such as "22:00-07:00".',
        '#/timeZone "Mars/Olympus" is not a time zone. Send a name such as "Europe/Berlin".',
      ],
    ]);
    expect(await errorsOf('POST', '', { url, search: {}, rhythm: 1, timeZone: 'x'.repeat(101) })).toEqual([
      400,
      ['#/rhythm Send a string.', '#/timeZone At most 100 characters.'],
    ]);
  });
});

describe('a change of a watch', () => {
  test('replaces the members that are sent, and says what is wrong with them', async () => {
    const { id } = (await ask('POST', '', { url, search: { keyword: 'nurse', location: 'Texas' } })).body;
    expect((await ask('PATCH', `/${id}`, { search: { keyword: 'welder' } })).body).toMatchObject({
      ...{ id, url, state: 'active', reason: null, search: { keyword: 'welder', location: '' } },
    });
    const moved = await ask('PATCH', `/${id}`, { url: `${url}2` });
    expect(moved).toMatchObject({ status: 200, body: { url: `${url}2`, search: { keyword: 'welder' } } });
    expect(moved.body.secret).toBeUndefined();
    expect(await errorsOf('PATCH', `/${id}`, {})).toEqual([
      400,
      ['# Send at least one member to change: "search", "url", "rhythm", "quietHours" or "timeZone".'],
    ]);
    expect(await errorsOf('PATCH', `/${id}`, { url: 'https://10.0.0.1/', search: { limit: '5' }, state: 'x' })).toEqual(
      [
        400,
        [
          expect.stringContaining('#/url The address leads to a private network.'),
          expect.stringContaining('#/search/limit'),
          expect.stringContaining('#/state There is no field "state".'),
        ],
      ],
    );
    expect((await ask('GET', `/${id}`)).body.url).toBe(`${url}2`);
    expect((await ask('PATCH', '/watch_0', { url })).status).toBe(404);
  });

  test('of its secret shows the new one once', async () => {
    const made = (await ask('POST', '', { url, search: {} })).body;
    const rotated = await ask('POST', `/${made.id}/rotate`);
    expect(rotated).toMatchObject({
      status: 200,
      body: { id: made.id, secret: expect.stringMatching(/^whsec_\S{32}$/) },
    });
    expect(rotated.body.secret).not.toBe(made.secret);
    expect(JSON.stringify((await ask('GET', `/${made.id}`)).body)).not.toContain('whsec_');
  });
});

test('a delivery that is not among the last ones is not sent again', async () => {
  const { id } = (await ask('POST', '', { url, search: {} })).body;
  expect((await ask('GET', `/${id}/deliveries`)).body).toEqual({ deliveries: [] });
  expect((await ask('POST', `/${id}/deliveries/1/redeliver`)).body).toMatchObject({
    ...{ status: 404, detail: 'It is not among the last 50 deliveries.' },
  });
});
