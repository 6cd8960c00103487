import type { Config } from '../config.js';
import type { Logger } from '../logger.js';
import { noTracing, type Tracing } from './tracing.js';

/** Traces to the collector in OpenTelemetry's variables, or none. Once per process; the caller closes it. */
export async function openTracing(made: OpenTracingOptions): Promise<Tracing> {
  const url = tracesUrl(made.config);
  if (url === null) return noTracing;
  const { openOtlpTracing } = await import('./otlp-tracing.js');
  return openOtlpTracing({ ...made, url });
}

type OpenTracingOptions = { config: Config; logger: Logger; part: 'api' | 'worker' };

/** Where traces are sent (https://opentelemetry.io/docs/specs/otel/protocol/exporter/); `null` = nowhere. */
function tracesUrl(config: Config): string | null {
  if (config.OTEL_SDK_DISABLED) return null;
  if (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== '') return config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return base === '' ? null : `${base.replace(/\/$/, '')}/v1/traces`;
}
