import type { Exemplar, ReadMetric } from '../admin/write-metrics.js';

type Value = ReadMetric['values'][number];
type Times = { startTimeUnixNano: string; timeUnixNano: string };

/** Sums and buckets are those since the process started (AGGREGATION_TEMPORALITY_CUMULATIVE). */
const cumulative = 2;

const nanos = (ms: number): string => `${Math.round(ms)}000000`;

const attributesOf = (labels: Value['labels']) =>
  Object.entries(labels)
    .filter(([name, value]) => name !== 'le' && value !== undefined)
    .map(([key, value]) => ({ key, value: { stringValue: String(value) } }));

/**
 * Metrics of prom-client as a request of OTLP in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding), under the
 * names that Prometheus reads. `startedAt` and `now` are epoch ms; values that are no finite numbers are left out.
 */
export function writeOtlpMetrics(
  metrics: readonly ReadMetric[],
  { resource, startedAt, now }: { resource: Readonly<Record<string, string>>; startedAt: number; now: number },
): string {
  const times = { startTimeUnixNano: nanos(startedAt), timeUnixNano: nanos(now) };
  return JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [
          { scope: { name: 'job-search' }, metrics: metrics.flatMap((metric) => metricOf(metric, times) ?? []) },
        ],
      },
    ],
  });
}

function metricOf({ name, help, type, values }: ReadMetric, times: Times) {
  const about = { name, description: help };
  // The type of prom-client's declarations is an enumeration, that of its objects a word.
  switch (String(type)) {
    case 'counter':
      return {
        ...about,
        sum: { aggregationTemporality: cumulative, isMonotonic: true, dataPoints: points(values, times) },
      };
    case 'gauge':
      return { ...about, gauge: { dataPoints: points(values, times) } };
    case 'histogram':
      return { ...about, histogram: { aggregationTemporality: cumulative, dataPoints: buckets(values, times) } };
    default:
      return null;
  }
}

const points = (values: readonly Value[], times: Times) =>
  values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ attributes: attributesOf(labels), ...times, asDouble: value }));

/** One point for each set of labels. Prometheus counts what is at most a bound, OTLP what is between two. */
function buckets(values: readonly Value[], times: Times) {
  const series = new Map<string, Value[]>();
  for (const value of values) {
    const key = JSON.stringify(attributesOf(value.labels));
    series.set(key, [...(series.get(key) ?? []), value]);
  }
  return [...series.values()].map((all) => {
    const [first] = all;
    const bounded = all.filter(({ labels }) => labels.le !== undefined);
    const named = (end: string): number => all.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
    return {
      attributes: attributesOf(first?.labels ?? {}),
      ...times,
      count: String(named('_count')),
      sum: named('_sum'),
      bucketCounts: bounded.map(({ value }, at) => String(value - (bounded[at - 1]?.value ?? 0))),
      explicitBounds: bounded.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
      exemplars: bounded.flatMap(({ exemplar }) => (exemplar ? [exemplarOf(exemplar)] : [])),
    };
  });
}

const exemplarOf = ({ labelSet, value, timestamp }: Exemplar) => ({
  timeUnixNano: nanos(timestamp * 1000),
  asDouble: value,
  ...(labelSet.trace_id === undefined ? {} : { traceId: labelSet.trace_id }),
  ...(labelSet.span_id === undefined ? {} : { spanId: labelSet.span_id }),
});
