import { hostname } from 'node:os';
import type { Config } from '../config.js';
import { readVersion } from '../process/read-version.js';
import { readResource } from './read-resource.js';

/** What a process is, in traces and metrics alike (https://opentelemetry.io/docs/specs/semconv/resource/). */
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
