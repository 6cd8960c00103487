import type { ReadMetrics } from '../admin/write-metrics.js';
import type { Config } from '../config.js';
import type { Logger } from '../logger.js';
import { metricsUrl } from './otlp-endpoints.js';
import type { MetricsExport } from './otlp-metrics.js';

/** Sends metrics to the collector that OpenTelemetry's variables name, or nowhere. Once a process; the caller closes it. */
export async function openMetricsExport(made: MetricsExportOptions): Promise<MetricsExport> {
  const url = metricsUrl(made.config);
  if (url === null) return { close: async () => undefined };
  const { openOtlpMetrics } = await import('./otlp-metrics.js');
  return openOtlpMetrics({ ...made, url });
}

type MetricsExportOptions = { config: Config; logger: Logger; part: 'api' | 'worker'; read: ReadMetrics };
