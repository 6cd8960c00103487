import type { Config } from '../config.js';
import type { Logger } from '../logger.js';
import { tracesUrl } from './otlp-endpoints.js';
import { noTracing, type Tracing } from './tracing.js';

/** Traces to the collector that OpenTelemetry's variables name, or none. Once a process; the caller closes it. */
export async function openTracing(made: OpenTracingOptions): Promise<Tracing> {
  const url = tracesUrl(made.config);
  if (url === null) return noTracing;
  const { openOtlpTracing } = await import('./otlp-tracing.js');
  return openOtlpTracing({ ...made, url });
}

type OpenTracingOptions = { config: Config; logger: Logger; part: 'api' | 'worker' };
