import { hostname } from 'node:os';
import type { Config } from '../config.js';
import { decodePercent } from '../http/decode-percent.js';
import { readVersion } from '../process/read-version.js';

/** What a process is, in its traces (https://opentelemetry.io/docs/specs/semconv/resource/). */
export function otlpResource(
  config: Pick<Config, 'OTEL_SERVICE_NAME' | 'OTEL_RESOURCE_ATTRIBUTES'>,
  part: 'api' | 'worker',
): Record<string, string> {
  return {
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': readVersion(),
    'service.instance.id': `${hostname()}-${process.pid}`,
    ...readResource(config.OTEL_RESOURCE_ATTRIBUTES),
    'job_search.part': part,
  };
}

/**
 * Reads OTEL_RESOURCE_ATTRIBUTES: `key=value` pairs, comma-separated, percent-encoded; a pair that is none is left out
 * (https://opentelemetry.io/docs/specs/otel/resource/sdk/).
 */
export function readResource(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [key = '', value, ...more] = pair.split('=').map((part) => part.trim());
    return key === '' || value === undefined || more.length > 0
      ? []
      : [[decodePercent(key), decodePercent(value)] as const];
  });
  return Object.fromEntries(pairs);
}
