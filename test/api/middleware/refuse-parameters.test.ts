import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endpoints } from '../../../api/openapi/operations.js';
import { createKey } from '../../../shared/auth/api-key.js';
import { issueKey } from '../../lib/issue-key.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService({ sources: [boardSource('acme', 'http://127.0.0.1:9')], worker: false });
  key = await issueKey(service.redis.url);
});
afterAll(() => service.close());

const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
  const response = await fetch(`${service.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};
const json = { 'content-type': 'application/json' };

test.each([
  [
    'POST',
    '/api/jobs/search?keyword=nurse',
    'There is no parameter "keyword". This address has none. Send the fields as JSON in the body, or as parameters of GET /api/jobs/feed.',
  ],
  [
    'POST',
    '/api/jobs/search?api_key=jsk_x',
    'There is no parameter "api_key". Send a key as "Authorization: Bearer <key>": addresses are written to logs.',
  ],
  ['GET', '/api/me?x=1', 'There is no parameter "x". This address has none.'],
  ['GET', '/api/openapi.json?a&b', '2 parameters need attention.'],
  ['GET', '/api/geo-stats?levl=city', 'There is no parameter "levl". Did you mean "level"?'],
  [
    'GET',
    `/api/geo-stats?${Array.from({ length: 25 }, (_, index) => `x${index}=1`).join('&')}`,
    '25 parameters need attention. The first 20 are listed.',
  ],
])('%s %s: a parameter that is not read is refused with a hint', async (method, path, detail) => {
  const { status, body } = await send(method, path, json, method === 'POST' ? '{}' : undefined);
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid-request', detail })]);
  expect(body.errors.length).toBeLessThanOrEqual(20);
});

test.each(['X-API-Key', 'Api-Key', 'X-Auth-Token'])('a key in the header %s is refused with a hint', async (name) => {
  const detail = `Send the key as "Authorization: Bearer <key>", not as ${name}.`;
  for (const [method, path] of [
    ['GET', '/api/me'],
    ['POST', '/api/jobs/search'],
  ] as const) {
    const refused = await send(method, path, { ...json, [name]: 'abc' }, method === 'POST' ? '{}' : undefined);
    expect([refused.status, refused.body]).toEqual([401, expect.objectContaining({ code: 'invalid-key', detail })]);
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
  }
});

test.each([
  [
    '25 fields',
    Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`x${index}`, '1'])),
    '25 fields need attention. The first 20 are listed.',
  ],
  ['a number', { limit: 10 }, 'Send a string: "10", not 10.'],
  ['a number JSON cannot hold', '{"limit": 1e999}', 'Send a string, not a number.'],
  ['a list', { keyword: ['nurse'] }, 'Send a string, not a list.'],
  ['an object', { keyword: {} }, 'Send a string, not an object.'],
  ['null', { keyword: null }, 'Send a string, not null.'],
  [
    'pay in words',
    { salary: 'a lot' },
    '"a lot" is not an amount. Send the lowest yearly pay in digits, such as "100000", or a range, such as "80000-120000".',
  ],
  ['too much pay', { salary: '999999999' }, 'From "0" to "99999999" a year, not "999999999".'],
  ['a wrong level', { experienceLevel: 'wizard' }, '"wizard" is not an experience level.'],
])('a body with %s is refused in plain words', async (_, body, detail) => {
  const { status, body: problem } = await send(
    'POST',
    '/api/jobs/search',
    json,
    typeof body === 'string' ? body : JSON.stringify(body),
  );
  expect([status, problem.detail]).toEqual([400, detail]);
});

const paths = [...new Set(endpoints.map(({ path }) => path)), '/', '/geo', '/api/docs/samples'];
test.each(paths)('%s says which methods it accepts', async (path) => {
  const methods = endpoints.filter((each) => each.path === path).map(({ method }) => method);
  const allowed = (methods.length === 0 ? ['GET'] : methods).flatMap((method) =>
    method === 'GET' ? ['HEAD', 'GET'] : [method],
  );
  const address = path.replace(/\{\w+\}/, 'job_7Q3kX0pV2mZt5RfB');
  const options = await send('OPTIONS', address);
  expect([options.status, options.headers.get('allow')?.split(', ').sort()]).toEqual([200, allowed.sort()]);
  const refused = await send(methods.includes('PUT') ? 'PATCH' : 'PUT', address);
  expect([refused.status, refused.headers.get('allow')?.split(', ').sort()]).toEqual([405, allowed]);
});

const newKey = 'The operator makes a new one by "npx job-search key create".';
test.each<[method: string, path: string, headers: Record<string, string>, body: string | undefined, said: RegExp]>([
  ['GET', '/api/me', { authorization: 'Basic abc' }, undefined, /^Send "Authorization: Bearer <key>", with a key/],
  [
    'GET',
    '/api/me',
    { authorization: 'Bearer jsk_abc' },
    undefined,
    /^This key is mistyped or cut short\. Copy all of it/,
  ],
  ['GET', '/api/me', { authorization: `Bearer ${createKey()}` }, undefined, new RegExp(`^We do not know.*${newKey}$`)],
  [
    'POST',
    '/api/jobs/export',
    json,
    '{}',
    /^Exports need an API key: send "Authorization.*"npx job-search key create"\.$/,
  ],
  ['GET', '/api/nothing', {}, undefined, /^There is nothing at \/api\/nothing\. GET \/api lists all addresses\.$/],
  ['GET', '/api/watch', {}, undefined, /Did you mean "GET \/api\/watches"\?$/],
  ['POST', '/api/watch', json, '{}', /Did you mean "POST \/api\/watches"\?$/],
  [
    'POST',
    '/api/jobs/search',
    { ...json, 'content-encoding': 'gzip' },
    '{}',
    /^The body is not compressed as its Cont/,
  ],
  [
    'POST',
    '/api/jobs/search',
    { ...json, 'content-encoding': 'br' },
    '{}',
    /^The body is not compressed as its Content/,
  ],
  ['POST', '/api/jobs/search', json, '{"salary":"-5"}', /^From "0" to "99999999" a year, not "-5"\.$/],
  ['POST', '/api/jobs/search', json, '{"country":"Spain"}', /Did you mean "location"\?$/],
  ['GET', '/api/suggest', {}, undefined, /^Send the text to complete as "q", such as "nur"\.$/],
  ['GET', `/api/suggest?q=${'x'.repeat(300)}`, {}, undefined, /^At most 60 characters, not 300\.$/],
])(
  '%s %s %j %s: the answer says what came, what may come and what to do',
  async (method, path, headers, body, said) => {
    const refused = await send(method, path, headers, body);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body.detail).toMatch(said);
  },
);

test.each<[method: string, path: string, body: unknown, said: string]>([
  ['POST', '/api/jobs/export?keyword=nurse', {}, 'This address has none. Send the fields as JSON in the body.'],
  ['POST', '/api/watches?url=x', {}, 'This address has none. Send "search" and "url" as JSON in the body.'],
  ['GET', '/api/watches?limit=3', undefined, 'There is no parameter "limit". This address has none.'],
  ['GET', '/api/watches/none', undefined, 'You have no watch of this id: the list of your watches has their ids.'],
  ['POST', '/api/watches', [], 'Send one JSON object, such as {"search": {"keyword": "nurse"}, "url": "https'],
  ['POST', '/api/watches', { search: {}, url: 1 }, 'Send the address as a string.'],
  ['POST', '/api/watches', { search: {}, url: 'http://example.com/' }, 'The address must begin with https.'],
  [
    'POST',
    '/api/watches',
    { search: {}, url: 'http://localhost:9/x' },
    'begin with https. The operator of this service can allow',
  ],
  [
    'POST',
    '/api/watches',
    { search: {}, url: 'https://localhost:9/x' },
    'can allow it: ALLOW_PRIVATE_WEBHOOK_HOSTS=localhost:9.',
  ],
  [
    'POST',
    '/api/watches',
    { search: {}, url: `https://example.com/${'x'.repeat(2000)}` },
    'At most 2000 characters, not 2020.',
  ],
  ['POST', '/api/watches', { search: {}, url: 'https://a:b@example.com/' }, 'signed with the secret of the watch.'],
  [
    'POST',
    '/api/watches',
    { search: {}, url: 'https://example.com/?\ud800' },
    'This text has half of a surrogate pair',
  ],
  ['POST', '/api/watches', { url: 'https://example.com/', search: { jobType: '\udfff' } }, 'Send well-formed Unicode.'],
  ['POST', '/api/jobs/export', { cursor: '\ud800' }, 'This text has half of a surrogate pair'],
  [
    'POST',
    '/api/watches',
    { search: {}, url: 'mailto:me@example.com' },
    'Its operator can enable it with SMTP_URL, MAIL_FROM and',
  ],
  [
    'POST',
    '/api/watches',
    { search: {}, url: 'ntfy:jobs' },
    'This service sends nothing by ntfy: its operator can set NTFY_URL.',
  ],
  ['POST', '/api/watches', { search: {}, url: 'https://example.com/', keyword: 'x' }, '"keyword". Put it in "search".'],
  [
    'POST',
    '/api/watches',
    { search: {}, url: 'https://example.com/', secret: 'x' },
    '"secret". A watch has "search", "url", "rhythm",',
  ],
])('with a key, %s %s %j says what to do', async (method, path, body, said) => {
  const headers = { ...json, authorization: `Bearer ${key}` };
  const refused = await send(method, path, headers, body === undefined ? undefined : JSON.stringify(body));
  expect([400, 404]).toContain(refused.status);
  expect(refused.body.detail).toContain(said);
});
