import type { Metric, MetricObjectWithValues, MetricValueWithName } from 'prom-client';
import { lazyRequire } from '../lazy-require.js';

type PromClient = typeof import('prom-client');

/** The example of a bucket: a measured value with the trace that it was measured in; `timestamp` in seconds. */
type Exemplar = { labelSet: Record<string, string>; value: number; timestamp: number };

/** A metric as prom-client's registries give it; a histogram has a value for each bucket, the sum and the count. */
export type ReadMetric = Omit<MetricObjectWithValues<MetricValueWithName<string>>, 'values'> & {
  values: (MetricValueWithName<string> & { exemplar?: Exemplar | null })[];
};

/** Reads the metrics of the process as they are now. */
export type ReadMetrics = () => Promise<ReadMetric[]>;

/** The text formats of metrics; exemplars are in the second alone. */
export const metricFormats = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
} as const;
export type MetricFormat = keyof typeof metricFormats;

/** Metrics of several registries as one list: those that several have are added up, or joined as prom-client does. */
export async function mergeMetrics(lists: readonly (readonly ReadMetric[])[]): Promise<ReadMetric[]> {
  const { AggregatorRegistry } = lazyRequire('prom-client') as PromClient;
  const times = new Map<string, number>();
  for (const { name } of lists.flat()) times.set(name, (times.get(name) ?? 0) + 1);
  const joined = AggregatorRegistry.aggregate(
    lists.map((metrics) => metrics.filter(({ name }) => times.get(name) !== 1)) as object[][],
  );
  // Joined ones have no exemplars.
  const alone = lists.flat().filter(({ name }) => times.get(name) === 1);
  return [...alone, ...((await joined.getMetricsAsJSON()) as ReadMetric[])];
}

/** Writes metrics in a format. The registry that writes them holds them as they were read. */
export async function writeMetrics(metrics: readonly ReadMetric[], format: MetricFormat): Promise<string> {
  const { Registry } = lazyRequire('prom-client') as PromClient;
  const registry = new Registry();
  registry.setContentType(metricFormats[format] as never);
  for (const metric of metrics) {
    // OpenMetrics names a counter without the ending that its values have.
    const isCounter = format === 'openmetrics' && String(metric.type) === 'counter';
    const named = isCounter ? { ...metric, name: metric.name.replace(/_total$/, '') } : metric;
    registry.registerMetric({ ...named, get: () => named } as unknown as Metric);
  }
  return await registry.metrics();
}
