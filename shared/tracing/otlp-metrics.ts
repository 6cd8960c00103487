import { convertLegacyHttpOptions, createOtlpHttpExportDelegate } from '@opentelemetry/otlp-exporter-base/node-http';
import type { ReadMetrics } from '../admin/write-metrics.js';
import type { Config } from '../config.js';
import { hidePassword } from '../config.js';
import type { Logger } from '../logger.js';
import { within } from '../process/with-timeout.js';
import { otlpResource } from './otlp-resource.js';
import { createExportReporter } from './reporting-exporter.js';
import { writeOtlpMetrics } from './write-otlp-metrics.js';

/** Time limit for sending the last figures at shutdown. */
const leaveMs = 2000;

export type MetricsExport = { close(): Promise<void> };

type OtlpMetricsOptions = { config: Config; logger: Logger; part: 'api' | 'worker'; url: string; read: ReadMetrics };

/**
 * Sends the metrics of a process by OTLP over HTTP with JSON every OTEL_METRIC_EXPORT_INTERVAL ms, and once more when it is closed.
 * Headers, time limits and compression are read by OpenTelemetry's exporter from its own variables. Sums count from `startedAt` on.
 */
export function openOtlpMetrics({ config, logger, part, url, read }: OtlpMetricsOptions): MetricsExport {
  const startedAt = Date.now();
  const resource = otlpResource(config, part);
  const jsonType = { 'Content-Type': 'application/json' };
  const exporter = createOtlpHttpExportDelegate<string, null>(
    convertLegacyHttpOptions({ url }, 'METRICS', 'v1/metrics', jsonType),
    { serializeRequest: (text) => new TextEncoder().encode(text), deserializeResponse: () => null },
    'otlp_http_metric_exporter',
    { name: 'metric_data_point', countItems: () => 1 },
    undefined,
  );
  const heard = createExportReporter({
    failed: (err) => logger.warn({ err, url: hidePassword(url) }, 'metrics: the collector takes none'),
    recovered: () => logger.info({ url: hidePassword(url) }, 'metrics: the collector accepts them again'),
  });
  let sending: Promise<void> | null = null;
  const sendNow = async (): Promise<void> => {
    const text = writeOtlpMetrics(await read(), { resource, startedAt, now: Date.now() });
    await new Promise<void>((resolve) => {
      exporter.export(text, (result) => {
        heard(result);
        resolve();
      });
    });
  };
  const send = (): Promise<void> => {
    // While the collector is slow, one attempt waits and no others queue up behind it.
    sending ??= sendNow()
      .catch((err: unknown) => logger.warn({ err }, 'metrics: could not be read'))
      .finally(() => {
        sending = null;
      });
    return sending;
  };
  const timer = setInterval(() => void send(), config.OTEL_METRIC_EXPORT_INTERVAL);
  return {
    async close() {
      clearInterval(timer);
      const last = async (): Promise<void> => {
        await sending;
        await send();
        await exporter.shutdown();
      };
      await within(leaveMs, last()).catch((err: unknown) =>
        logger.warn({ err }, 'metrics: the last ones were not sent'),
      );
    },
  };
}
