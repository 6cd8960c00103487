import { expect, test } from '@jest/globals';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ReadMetric } from '../../../shared/admin/write-metrics.js';
import { writeOtlpMetrics } from '../../../shared/tracing/write-otlp-metrics.js';

test('writes counters, gauges and histograms of prom-client as OTLP in JSON, with exemplars', async () => {
  const registry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
  registry.setDefaultLabels({ part: 'api' });
  const registers = [registry];
  new Counter({ name: 'asked_total', help: 'Asked.', labelNames: ['route'], registers }).inc({ route: '/a' }, 3);
  const gauge = new Gauge({ name: 'waiting', help: 'Waiting.', labelNames: ['queue'], registers });
  gauge.set({ queue: 'a' }, 2);
  gauge.set({ queue: 'b' }, Number.NaN);
  const seconds = new Histogram({
    ...{ name: 'seconds', help: 'Took.', labelNames: ['route'], buckets: [0.1, 1], enableExemplars: true },
    registers,
  });
  const exemplarLabels = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) };
  seconds.observe({ labels: { route: '/a' }, value: 0.05 });
  seconds.observe({ labels: { route: '/a' }, value: 0.5, exemplarLabels: exemplarLabels as never });
  seconds.observe({ labels: { route: '/a' }, value: 7 });
  seconds.observe({ labels: { route: '/b' }, value: 0.2 });

  const metrics = (await registry.getMetricsAsJSON()) as ReadMetric[];
  const text = writeOtlpMetrics(metrics, { resource: { 'service.name': 'x' }, startedAt: 1000, now: 61_000 });
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const times = { startTimeUnixNano: '1000000000', timeUnixNano: '61000000000' };
  const of = (...pairs: [string, string][]) => ({
    attributes: [...pairs, ['part', 'api'] as const].map(([key, value]) => attribute(key, value)),
    ...times,
  });
  const { resourceMetrics } = JSON.parse(text);
  expect(resourceMetrics).toHaveLength(1);
  expect(resourceMetrics[0].resource.attributes).toEqual([attribute('service.name', 'x')]);
  const [asked, waiting, took] = resourceMetrics[0].scopeMetrics[0].metrics;
  expect(asked).toEqual({
    ...{ name: 'asked_total', description: 'Asked.' },
    sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ ...of(['route', '/a']), asDouble: 3 }] },
  });
  expect(waiting.gauge.dataPoints).toEqual([{ ...of(['queue', 'a']), asDouble: 2 }]);
  expect(took.histogram.dataPoints).toEqual([
    {
      ...of(['route', '/a']),
      ...{ count: '3', sum: 7.55, bucketCounts: ['1', '1', '1'], explicitBounds: [0.1, 1] },
      exemplars: [
        {
          timeUnixNano: expect.stringMatching(/^\d{19}$/),
          ...{ asDouble: 0.5, traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
        },
      ],
    },
    {
      ...of(['route', '/b']),
      ...{ count: '1', sum: 0.2, bucketCounts: ['0', '1', '0'], explicitBounds: [0.1, 1], exemplars: [] },
    },
  ]);
});
