import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { readKeyCommand, runKeyCommand } from '../../../api/key-cli/key-commands.js';
import { readPlans } from '../../../shared/auth/plans.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { facetsAnswerSchema } from '../../../shared/search/facets.js';
import { wholeJobSchema } from '../../../shared/search/job.js';
import { lookupAnswerSchema } from '../../../shared/search/lookup.js';
import { searchAnswerSchema } from '../../../shared/search/result.js';
import { suggestAnswerSchema } from '../../../shared/search/suggest-answer.js';
import { geoStatsSchema } from '../../../shared/stats/geo-stats.js';
import { watchSchema } from '../../../shared/watches/watch.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { issueKey } from '../../lib/issue-key.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let redis: TestRedis;
let service: TestService;
let other: TestService;
const clients: Client[] = [];

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs(
    'acme',
    Array.from({ length: 12 }, (_, index) => ({ id: index, title: `Engineer ${index}`, place: 'Austin, TX (Hybrid)' })),
  );
  redis = await startRedis();
  const options = {
    redis,
    sources: [boardSource('acme', board.baseUrl)],
    environment: { TRUST_PROXY: '1', CORS_ORIGIN: 'https://assistant.example' },
  };
  service = await startService(options);
  other = await startService({ ...options, worker: false });
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await other.close();
  await service.close();
  await redis.stop();
  await board.close();
});

/** A client of the official SDK; `address` is its apparent client address. */
async function connect(address = '198.51.100.1', headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { 'x-forwarded-for': address, ...headers } };
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit });
  // The SDK types a member as "string | undefined", which exactOptionalPropertyTypes rejects.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((each) => (each.type === 'text' ? each.text : '')).join('');

const post = (body: string, headers: Record<string, string> = {}, url = service.url) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.2', ...headers },
  });

const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

type Schema = {
  [Member in 'format' | 'pattern' | 'enum' | 'const' | 'maxLength' | '$ref']?: unknown;
} & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

/** The paths of texts without a form of their own: no dates, ids, codes or words of a list. */
function pathsOfTexts(schema: unknown, path = ''): string[] {
  const { $ref, properties = {}, items, anyOf = [], type, format, pattern, enum: words, maxLength } = schema as Schema;
  expect($ref).toBeUndefined();
  const isCode = maxLength === 2 || maxLength === 3;
  const isText = type === 'string' && [format, pattern, words].every((each) => each === undefined) && !isCode;
  return [
    ...(isText ? [path] : []),
    ...Object.entries(properties).flatMap(([name, member]) => pathsOfTexts(member, `${path}/${name}`)),
    ...(items === undefined ? [] : pathsOfTexts(items, `${path}/*`)),
    ...anyOf.flatMap((choice) => pathsOfTexts(choice, path)),
  ];
}

/** Those that are neither named as untrusted nor below a member that is. */
function unlisted(paths: readonly string[], { _meta }: CallToolResult): string[] {
  const { members } = { ..._meta }['job-search/untrusted'] as { members: string[] };
  return [...new Set(paths)].filter((path) => !members.some((each) => path === each || path.startsWith(`${each}/`)));
}

describe('an MCP client', () => {
  test('receives a description of the service and its tools', async () => {
    const client = await connect();
    expect(client.getServerVersion()).toMatchObject({ name: 'job-search' });
    expect(client.getInstructions()).toContain('search_jobs');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search_jobs', 'get_job', 'similar_jobs', 'get_company', 'lookup_jobs', 'geo_stats'],
      ...['count_jobs', 'suggest_words', 'list_watches', 'create_watch', 'end_watch'],
    ]);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      const isReading = !['create_watch', 'end_watch'].includes(name);
      expect(description).toMatch(/\.$/);
      expect([inputSchema.type, outputSchema?.type, annotations?.readOnlyHint]).toEqual([
        'object',
        'object',
        isReading,
      ]);
    }
    expect(tools[0]?.inputSchema.properties).toMatchObject({
      jobType: { description: expect.stringContaining('Values: full time, part time,') },
      sortBy: { enum: expect.arrayContaining(['recent']) },
      dateSincePosted: { description: expect.stringContaining('past week') },
      limit: { description: expect.stringContaining('"10" if absent') },
      keyword: { description: expect.stringContaining('company:"two words"') },
    });
  });

  test('searches, reads the next page, and reads a complete job', async () => {
    const client = await connect();
    const first = await call(client, 'search_jobs', { keyword: 'engineer', remoteFilter: 'hybrid', limit: '5' });
    const answer = searchAnswerSchema.parse(first.structuredContent);
    expect([answer.jobs.length, answer.page.total, answer.next?.page]).toEqual([5, 12, '1']);
    expect(textOf(first)).toContain('12 jobs match; 5 on page "0".');
    expect(textOf(first)).toContain('page "1"');
    const last = await call(client, 'search_jobs', { ...answer.query, page: '2' });
    expect(textOf(last)).toMatch(/11\. Engineer \d+ at Fictive Works\n {3}Austin, TX \(Hybrid\) · hybrid/);
    expect(textOf(last)).not.toContain('More:');

    const whole = await call(client, 'get_job', { id: answer.jobs[0]?.id });
    expect(wholeJobSchema.parse(whole.structuredContent).description).toContain('wanted');
    expect(textOf(whole)).toContain('wanted');
  });

  test('asks whether postings are open, which counts as a search', async () => {
    const client = await connect();
    const found = await call(client, 'search_jobs', { keyword: 'engineer', limit: '1' });
    const [job] = searchAnswerSchema.parse(found.structuredContent).jobs;
    const answer = await call(client, 'lookup_jobs', { urls: [job?.url, 'https://elsewhere.example/1'], ids: null });
    expect(lookupAnswerSchema.parse(answer.structuredContent).jobs.map(({ state }) => state)).toEqual([
      'open',
      'unknown',
    ]);
    expect(textOf(answer)).toContain('1 open, 0 closed, 1 unknown');
    expect(textOf(await call(client, 'lookup_jobs', { ids: ['17'] }))).toContain('Send the id of a job');
  });

  test('is told every member with text of postings', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const found = await call(client, 'search_jobs', { keyword: 'engineer', limit: '1' });
    const { jobs } = searchAnswerSchema.parse(found.structuredContent);
    const whole = await call(client, 'get_job', { id: jobs[0]?.id });
    const similar = await call(client, 'similar_jobs', { id: jobs[0]?.id });
    const company = await call(client, 'get_company', { name: jobs[0]?.company.name });
    const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.outputSchema;
    const inSearch = pathsOfTexts(schemaOf('search_jobs')).filter((path) => path.startsWith('/jobs/*'));
    // Names of sources are the operator's, names of skills are of our own table.
    expect(unlisted(inSearch, found)).toEqual(['/jobs/*/source', '/jobs/*/skills/*']);
    expect(unlisted(pathsOfTexts(schemaOf('get_job')), whole)).toEqual(['/source', '/skills/*']);
    expect(unlisted(pathsOfTexts(schemaOf('similar_jobs')), similar)).toEqual(['/jobs/*/source', '/jobs/*/skills/*']);
    const inCompany = unlisted(pathsOfTexts(schemaOf('get_company')), company);
    // Values of fields are words of our own tables.
    const ofTables = ['dateSincePosted', 'jobType', 'remoteFilter', 'experienceLevel'].map(
      (name) => `/facets/${name}/*/word`,
    );
    expect(inCompany).toEqual([
      ...['/key', ...ofTables, '/jobs/*/source', '/jobs/*/skills/*', '/closed/*/id', '/sources/*'],
    ]);
    const counted = unlisted(pathsOfTexts(schemaOf('count_jobs')), await call(client, 'count_jobs', {}));
    expect(counted.filter((path) => !path.startsWith('/query/'))).toEqual([
      ...ofTables,
      ...['language', 'label', 'sizes', 'skills'].map((name) => `/facets/${name}/*/word`),
      '/notices/*',
    ]);
    const words = unlisted(pathsOfTexts(schemaOf('suggest_words')), await call(client, 'suggest_words', { q: 'eng' }));
    expect(words).toEqual(['/q']);
    const looked = unlisted(
      pathsOfTexts(schemaOf('lookup_jobs')),
      await call(client, 'lookup_jobs', { ids: [jobs[0]?.id] }),
    );
    expect(looked).toEqual(['/jobs/*/asked']);
    const places = unlisted(pathsOfTexts(schemaOf('geo_stats')), await call(client, 'geo_stats'));
    expect(places).toEqual(['/definitions', '/sources/*/name', '/workers/*/id', '/generativeEngines/engines/*/engine']);
  });

  test('may send numbers, and null for what it leaves out', async () => {
    const client = await connect();
    const args = { keyword: 'engineer', limit: 3, page: 1, salary: null, location: null };
    const { structuredContent } = await call(client, 'search_jobs', args);
    expect(searchAnswerSchema.parse(structuredContent).page).toMatchObject({ index: 1, limit: 3, count: 3, total: 12 });
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema.properties?.limit).toMatchObject({ type: ['string', 'integer'] });
    const told = JSON.stringify([client.getInstructions(), tools.map(({ outputSchema: _output, ...tool }) => tool)]);
    expect(told).not.toMatch(/\b(?:HTTP|GET|POST|headers?|endpoint|status code|request body|URL path)\b/);
  });

  test('reads a job as a resource, marked as untrusted', async () => {
    const client = await connect();
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['job-search://jobs/{id}']);
    expect((await client.listResources()).resources).toEqual([]);
    const found = await call(client, 'search_jobs', { keyword: 'engineer', limit: '1' });
    const id = searchAnswerSchema.parse(found.structuredContent).jobs[0]?.id ?? '';
    const { contents } = await client.readResource({ uri: `job-search://jobs/${id}` });
    expect(contents[0]).toMatchObject({ mimeType: 'text/plain', text: expect.stringContaining('begin postings') });
    const missing = client.readResource({ uri: 'job-search://jobs/job_0000000000000000' });
    await expect(missing).rejects.toMatchObject({ code: -32_002, message: expect.stringContaining('There is no job') });
    await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow('There is no resource');
  });

  test('offers a prompt for a weekly digest', async () => {
    const client = await connect();
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['weekly_digest']);
    const { messages } = await client.getPrompt({
      name: 'weekly_digest',
      arguments: { keyword: 'nurse', location: 'Berlin' },
    });
    expect(messages[0]?.content).toMatchObject({
      text: expect.stringContaining('"keyword":"nurse","location":"Berlin"'),
    });
    await expect(client.getPrompt({ name: 'weekly_digest', arguments: {} })).rejects.toThrow('needs a keyword');
    await expect(client.getPrompt({ name: 'other' })).rejects.toThrow('There is no prompt "other"');
  });

  test('reads statistics, with numbers as numbers', async () => {
    const result = await call(await connect(), 'geo_stats', { hours: 2, level: 'country' });
    expect(geoStatsSchema.parse(result.structuredContent).window.hours).toBe(2);
    expect(textOf(result)).toContain('searches in 2 hours');
  });

  test('counts jobs by filter, and completes words', async () => {
    const client = await connect('198.51.100.91');
    const counted = await call(client, 'count_jobs', { keyword: 'engineer' });
    expect(facetsAnswerSchema.parse(counted.structuredContent)).toMatchObject({ total: 12 });
    expect(textOf(counted)).toMatch(/^12 jobs match[\s\S]*remoteFilter: hybrid 12/);
    const words = await call(client, 'suggest_words', { q: 'eng' });
    expect(suggestAnswerSchema.parse(words.structuredContent).q).toBe('eng');
    expect(textOf(await call(client, 'suggest_words', { q: ' ' }))).toContain('Send the text to complete');
  });

  test('keeps the watches of its key, without their secrets', async () => {
    const key = await issueKey(redis.url);
    const without = await connect('198.51.100.92');
    expect(textOf(await call(without, 'list_watches'))).toContain('need an API key');
    const client = await connect('198.51.100.92', { authorization: `Bearer ${key}` });
    expect(textOf(await call(client, 'list_watches'))).toBe('You have no watches.');
    const made = await call(client, 'create_watch', {
      search: { keyword: 'engineer' },
      url: 'https://example.com/hook',
    });
    const watch = watchSchema.parse(made.structuredContent);
    expect(JSON.stringify(made)).not.toContain('whsec_');
    expect(textOf(await call(client, 'list_watches'))).toContain(`${watch.id}: engineer, to https://example.com/hook`);
    expect(textOf(await call(client, 'end_watch', { id: 'watch_of_another' }))).toContain('no watch of this id');
    const ended = await call(client, 'end_watch', { id: watch.id });
    expect(ended.structuredContent).toEqual({ id: watch.id, ended: true });
    expect(textOf(await call(client, 'list_watches'))).toBe('You have no watches.');
    const wrong = await call(client, 'create_watch', { search: { keyword: 'engineer' }, url: 'hook' });
    expect(wrong.isError).toBe(true);
  });

  test('receives a problem that lists the allowed values', async () => {
    const client = await connect();
    const wrong = await call(client, 'search_jobs', { jobType: 'fultime', limit: '0', colour: 'red' });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toContain(
      '- jobType: "fultime" is not a job type. Did you mean "full time"? Allowed: full time,',
    );
    expect(textOf(wrong)).toContain('- limit: Digits only, from "1" to "100", not "0". Allowed: "1" to "100".');
    expect(textOf(wrong)).toContain('There is no field "colour"');
    expect(wrong._meta?.['job-search/problem']).toMatchObject({
      code: 'invalid-request',
      requestId: expect.any(String),
    });
    expect(textOf(await call(client, 'get_job', { id: 'job_1' }))).toContain('not-found');
    expect(textOf(await call(client, 'geo_stats', { hours: 999 }))).toContain('from 1 to 168');
    await expect(call(client, 'delete_job')).rejects.toThrow(
      'Tools: search_jobs, get_job, similar_jobs, get_company, lookup_jobs, geo_stats',
    );
  });

  test('is told what is missing, in the terms of its tools', async () => {
    const client = await connect('198.51.100.93');
    const texts = await Promise.all(
      (
        [
          ['get_job', {}, 'get_job needs "id". The id of a job from a search.'],
          ['get_job', { id: 'job_0000000000000000' }, 'There is no job "job_0000000000000000".'],
          ['get_company', { company: 'Acme' }, 'get_company needs "name". The name of the company.'],
          ['similar_jobs', { id: null }, 'similar_jobs needs "id".'],
          ['suggest_words', {}, 'suggest_words needs "q".'],
          ['create_watch', { url: 'https://example.com/' }, 'create_watch needs "search". What to watch:'],
          ['end_watch', {}, 'end_watch needs "id".'],
          ['list_watches', {}, 'the configuration of this server needs a key'],
          ['search_jobs', { q: 'nurse' }, 'Did you mean "keyword"?'],
          ['lookup_jobs', {}, 'Send from 1 to 100 addresses and ids together'],
          ['geo_stats', { hours: 0 }, 'from 1 to 168'],
        ] as const
      ).map(async ([name, args, said]) => {
        const result = await call(client, name, args);
        expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(said)]);
        return textOf(result);
      }),
    );
    expect(texts.join('\n')).not.toMatch(/\b(?:GET|POST|endpoint|status code|URL path|at this address|undefined)\b/);
  });

  test('shares its plan with the REST API, pays nothing for invalid and other messages, and gets Retry-After', async () => {
    const address = '198.51.100.77';
    const client = await connect(address);
    await client.listTools();
    await call(client, 'search_jobs', { limit: '0' });
    for (let count = 0; count < 50; count++) await service.search({}, { 'x-forwarded-for': address });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        post(
          message('tools/call', { name: 'search_jobs', arguments: {} }),
          { 'x-forwarded-for': address },
          (index % 2 ? service : other).url,
        ),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"free";q=100;w=900');
    const results = (await Promise.all(answers.map((each) => each.json()))) as { result: CallToolResult }[];
    const refused = results.filter(({ result }) => result.isError === true);
    expect(refused).toHaveLength(10);
    expect(textOf(await call(client, 'search_jobs'))).toMatch(
      /^rate-limited: The free plan allows 100 searches in 15 minutes\. Try again in \d+ seconds, or use an API key\.$/,
    );
    expect((await service.search({}, { 'x-forwarded-for': address })).status).toBe(429);
    expect((await call(client, 'geo_stats')).isError).toBeUndefined();
  });

  test('has the plan of its key', async () => {
    const connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
    await redisReady(connection, 10_000);
    const printed: string[] = [];
    const tools = { redis: connection, plans: readPlans({ PLANS: '' }), now: () => new Date(), tell: () => undefined };
    await runKeyCommand(
      { ...tools, print: (line) => printed.push(line) },
      readKeyCommand(['create', '--plan', 'pro', '--name', 'a']),
    );
    connection.disconnect();
    const authorization = `Bearer ${printed[0]}`;
    const client = await connect('198.51.100.4', { authorization });
    expect((await call(client, 'search_jobs')).isError).toBeUndefined();
    const answer = await post(message('tools/call', { name: 'search_jobs' }), { authorization });
    expect(answer.headers.get('ratelimit')).toMatch(/^"pro";r=998;/);
    await answer.text();
  });

  test('is refused with a wrong key, as on every endpoint', async () => {
    await expect(connect('198.51.100.3', { authorization: 'Bearer jsk_mistyped' })).rejects.toThrow();
    const answer = await post(message('tools/list'), { authorization: 'Bearer jsk_mistyped' });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
    await answer.text();
  });

  test('receives an error when no source could be reached', async () => {
    const broken = await startService({ sources: [boardSource('gone', 'http://127.0.0.1:9')] });
    try {
      const answer = await post(message('tools/call', { name: 'search_jobs' }), {}, broken.url);
      const { result } = (await answer.json()) as { result: CallToolResult };
      expect(textOf(result)).toMatch(/^sources-failed: [\s\S]*- gone: failed\. [\s\S]*Try again in \d+ seconds\.$/);
    } finally {
      await broken.close();
    }
  });
});

describe('the MCP endpoint', () => {
  test('is stateless, so that any process may answer any request', async () => {
    for (const { url } of [service, other, service]) {
      const answer = await post(message('tools/list'), { 'mcp-protocol-version': '2025-06-18' }, url);
      expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null]);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(await answer.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
    }
    const told = await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    expect([told.status, await told.text()]).toEqual([202, '']);
  });

  test.each(['GET', 'DELETE', 'PUT'])('does not accept %s', async (method) => {
    const answer = await fetch(`${service.url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await answer.json()).toMatchObject({ code: 'method-not-allowed' });
  });

  test.each([
    ['https://evil.example', 403],
    ['http://127.0.0.1.evil.example', 403],
    ['null', 403],
    ['https://assistant.example', 200],
    ['http://localhost:6274', 200],
  ])('answers a page of origin %s with %d', async (origin, status) => {
    const answer = await post(message('ping'), { origin });
    expect(answer.status).toBe(status);
    if (status === 403) expect(await answer.json()).toMatchObject({ code: 'forbidden-origin' });
    else expect(await answer.json()).toMatchObject({ result: {} });
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['half a body', '{', {}, 400],
    ['a list of messages', `[${message('ping')},${message('ping')}]`, {}, 400],
    ['no message', '{"a":1}', {}, 400],
    ['text', message('ping'), { 'content-type': 'text/plain' }, 415],
    ['too much', JSON.stringify({ ...JSON.parse(message('ping')), x: 'x'.repeat(70_000) }), {}, 413],
    ['a version from elsewhere', message('ping'), { 'mcp-protocol-version': '1999-01-01' }, 400],
  ])('refuses %s', async (_, body, headers, status) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(/^\{/);
  });

  test('accepts a client that asks for JSON only', async () => {
    const answer = await post(message('ping'), { accept: 'application/json' });
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });
});
