import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ScriptBoard, startScriptBoard } from '../lib/boards/script-board.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { type SentSpan, startTraceCollector, type TraceCollector } from '../lib/processes/trace-collector.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';
let board: FakeBoard;
let pages: ScriptBoard;
let collector: TraceCollector;
const logged: { msg: string; traceId?: string }[] = [];

/** Runs one search of a traced service and returns the spans that the collector received. */
async function traced(headers: Record<string, string>, end: TraceCollector): Promise<SentSpan[]> {
  const service: TestService = await startService({
    sources: [
      boardSource('acme', board.baseUrl),
      boardSource('beta', board.baseUrl),
      { id: 'pages', kind: 'site', search: `${pages.origin}/jobs?secret={keyword}&page={page}`, perMinute: 60_000 },
    ],
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: end.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20room,broken',
      CHROMIUM_PATH: process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell',
      LOG_LEVEL: 'info',
    },
    log: (line) => void logged.push(JSON.parse(line) as { msg: string }),
  });
  try {
    const { body } = await service.search({ keyword: 'hush-hush' }, headers);
    expect(body.partial).toBe(true);
  } finally {
    await service.close();
  }
  return end.spans;
}

let spans: SentSpan[];

beforeAll(async () => {
  board = await startFakeBoard();
  pages = await startScriptBoard();
  board.setJobs('acme', [{ id: 1, title: 'Baker' }]);
  board.setMood('beta', { kind: 'status', status: 403 });
  collector = await startTraceCollector();
  const traceparent = `00-${traceId}-${clientSpan}-01`;
  spans = await traced({ traceparent, baggage: 'who=me', 'x-request-id': 'traced-0001' }, collector);
});

afterAll(async () => {
  await board.close();
  await pages.close();
  await collector.close();
});

const parentOf = (span: SentSpan | undefined) => spans.find(({ spanId }) => spanId === span?.parentSpanId);
const named = (name: string, parent?: string) =>
  spans.find((span) => span.name === name && (parent === undefined || parentOf(span)?.name === parent));
/** The names of a span's ancestors, nearest first. */
const above = (span: SentSpan | undefined): string[] => {
  const parent = parentOf(span);
  return parent === undefined ? [] : [parent.name, ...above(parent)];
};

describe('with a trace collector configured', () => {
  test('one trace spans the client’s request, the queues and each source', () => {
    const request = named('POST /api/jobs/search');
    expect(request).toMatchObject({ traceId, parentSpanId: clientSpan });
    expect(request?.facts).toMatchObject({
      'http.response.status_code': 200,
      'job_search.request_id': 'traced-0001',
      'http.route': '/api/jobs/search',
    });
    const toAcme = named('GET 127.0.0.1', 'collect acme');
    expect(above(toAcme)).toEqual([
      'collect acme',
      'process collect-http',
      'add collect-http.collect-http',
      'search',
      'process search',
      'add search.search',
      'POST /api/jobs/search',
    ]);
    const ofOurs = spans.filter((span) => span.traceId === traceId);
    // Schedules of warmed searches belong to no request.
    expect(ofOurs).toEqual(spans.filter(({ facts }) => facts['bullmq.queue.name'] !== 'warm'));
  });

  test('a rendered page and its requests belong to the trace of the request that caused them', () => {
    const rendering = named('render 127.0.0.1');
    expect(above(rendering).slice(0, 4)).toEqual([
      'collect pages',
      'process collect-browser',
      'add collect-browser.collect-browser',
      'collect pages',
    ]);
    const asked = spans.filter((span) => parentOf(span) === rendering);
    expect(asked.map(({ name }) => name)).toEqual(['GET 127.0.0.1', 'GET 127.0.0.1']);
  });

  test('each span records how it ended', () => {
    expect(named('collect acme')).toMatchObject({ facts: { 'job_search.status': 'ok', 'job_search.jobs': 1 } });
    expect(named('collect beta')).toMatchObject({ facts: { 'job_search.status': 'failed', 'error.type': 'refused' } });
    const refused = spans.find(({ facts }) => facts['http.response.status_code'] === 403);
    expect(refused).toMatchObject({ failed: true, facts: { 'server.address': '127.0.0.1' } });
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'job-search',
      'deployment.environment.name': 'test room',
    });
  });

  test('no query, path or baggage leaves with it', () => {
    expect(collector.bodies.length).toBeGreaterThan(0);
    expect(collector.bodies.join()).not.toMatch(/hush-hush|secret|who=me|\/jobs\?/);
  });

  test('the log contains the trace id', () => {
    for (const msg of ['request', 'search: done', 'collect: done'])
      expect(logged.find((line) => line.msg === msg)).toMatchObject({ traceId });
  });
});
