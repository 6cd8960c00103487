import { expect, test } from '@jest/globals';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { mergeMetrics, type ReadMetric, writeMetrics } from '../../../shared/admin/admin-app.js';

/** The metrics of one process. */
async function metricsOf(requests: number, traceId?: string): Promise<ReadMetric[]> {
  const registry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  const registers = [registry];
  new Counter({ name: 'asked_total', help: 'Asked.', registers }).inc(requests);
  if (traceId === undefined) return (await registry.getMetricsAsJSON()) as ReadMetric[];
  new Gauge({ name: 'waiting', help: 'Waiting.', registers }).set(4);
  const seconds = new Histogram({ name: 'took', help: 'Took.', buckets: [1], enableExemplars: true, registers });
  seconds.observe({ value: 0.5, exemplarLabels: { trace_id: traceId } });
  return (await registry.getMetricsAsJSON()) as ReadMetric[];
}

test('metrics of several processes are added up, and written for Prometheus as prom-client does', async () => {
  const merged = await mergeMetrics([await metricsOf(2, 'abc'), await metricsOf(3)]);
  const text = await writeMetrics(merged, 'prometheus');
  expect(text).toContain('# TYPE asked_total counter\nasked_total 5\n');
  expect(text).toContain('took_bucket{le="1"} 1\n');
  expect(text).not.toContain('abc');
  expect(await writeMetrics(merged, 'prometheus')).toBe(text);
});

test('in OpenMetrics counters have their names, buckets their exemplars, and the text its end', async () => {
  const merged = await mergeMetrics([await metricsOf(2, 'abc'), await metricsOf(3)]);
  const text = await writeMetrics(merged, 'openmetrics');
  expect(text).toContain('# TYPE asked counter\nasked_total 5\n');
  expect(text).toMatch(/^took_bucket\{le="1"\} 1 # \{trace_id="abc"\} 0\.5 \d+(?:\.\d+)?$/m);
  expect(text.endsWith('\n# EOF\n')).toBe(true);
});
