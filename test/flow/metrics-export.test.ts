import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { freePort } from '../lib/free-port.js';
import { startTraceCollector, type TraceCollector } from '../lib/processes/trace-collector.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const token = 'a-token-of-some-length';
const traceId = '2af7651916cd43dd8448eb211c80319c';
let board: FakeBoard;
let collector: TraceCollector;
let service: TestService;
const lines: string[] = [];
let isOpen = true;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  collector = await startTraceCollector();
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: {
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: '1000' },
      ...{ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=hall' },
      ...{ ADMIN_PORT: String(await freePort()), ADMIN_TOKEN: token, LOG_LEVEL: 'warn' },
    },
    log: (line) => void lines.push(line),
  });
  await service.search({ keyword: 'nurse' }, { traceparent: `00-${traceId}-b7ad6b7169203331-01` });
});
afterAll(async () => {
  if (isOpen) await service.close();
  await collector.close();
  await board.close();
});

type Attribute = { key: string; value: { stringValue: string } };
type Point = { attributes: Attribute[]; asDouble?: number; count?: string; exemplars?: { traceId?: string }[] };
type Sent = {
  name: string;
  sum?: { dataPoints: Point[] };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: Point[] };
};
type Body = {
  resourceMetrics: { resource: { attributes: Attribute[] }; scopeMetrics: { metrics: Sent[] }[] }[];
};

/** The points of a metric with these attributes in every report so far, the latest last. */
const points = (name: string, wanted: Record<string, string> = {}): Point[] =>
  collector.metrics
    .flatMap((text) => (JSON.parse(text) as Body).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
    .filter((metric) => metric.name === name)
    .flatMap(({ sum, gauge, histogram }) => (sum ?? gauge ?? histogram)?.dataPoints ?? [])
    .filter(({ attributes }) =>
      Object.entries(wanted).every(([key, value]) =>
        attributes.some((each) => each.key === key && each.value.stringValue === value),
      ),
    );

/** Resolves once something was reported; metrics are sent each second here. */
async function reported(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); ) {
    if (Date.now() > end) throw new Error('Not reported within 20 s.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('with a collector configured', () => {
  test('the API and the worker report what Prometheus reads', async () => {
    const route = '/api/jobs/search';
    await reported(() =>
      points('http_requests_total', { route, status: '200' }).some(({ asDouble }) => asDouble === 1),
    );
    await reported(() => points('job_search_searches_run_total', { outcome: 'complete' }).at(-1)?.asDouble === 1);
    expect(points('job_search_redis_up').at(-1)?.asDouble).toBe(1);
    expect(points('job_search_queue_jobs', { queue: 'search', state: 'waiting' }).at(-1)?.asDouble).toBe(0);
    const resources = collector.metrics.flatMap((text) => (JSON.parse(text) as Body).resourceMetrics);
    const named = (key: string) =>
      new Set(resources.map(({ resource }) => resource.attributes.find((each) => each.key === key)?.value.stringValue));
    expect([...named('job_search.part')].sort()).toEqual(['api', 'worker']);
    expect([...named('deployment.environment.name')]).toEqual(['hall']);
    expect(lines.filter((line) => line.includes('metrics:'))).toEqual([]);
  });

  test('the latency of searches has exemplars, by OTLP and in OpenMetrics', async () => {
    const seconds = points('http_request_duration_seconds', { route: '/api/jobs/search' });
    expect(seconds.flatMap(({ exemplars = [] }) => exemplars)).toContainEqual(expect.objectContaining({ traceId }));
    const metrics = async (accept: string) => {
      const response = await fetch(`${service.admin}/metrics`, {
        headers: { authorization: `Bearer ${token}`, accept },
      });
      return [response.headers.get('content-type'), await response.text()] as const;
    };
    const [type, text] = await metrics('application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5');
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const bucket = text.split('\n').find((line) => line.includes(`trace_id="${traceId}"`));
    expect(bucket).toMatch(/^http_request_duration_seconds_bucket\{.*route="\/api\/jobs\/search".*\} 1 # \{/);
    expect(text).toContain('# TYPE http_requests counter\n');
    const [plainType, plain] = await metrics('*/*');
    expect(plainType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(plain).not.toContain(traceId);
  });

  test('the last figures are sent when the service ends', async () => {
    const before = collector.metrics.length;
    await service.search({ keyword: 'last words' });
    await service.close();
    isOpen = false;
    expect(collector.metrics.length).toBeGreaterThanOrEqual(before + 2);
    const route = '/api/jobs/search';
    expect(points('http_requests_total', { route, status: '200' }).at(-1)?.asDouble).toBe(2);
  });
});
