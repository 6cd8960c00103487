import { decodePercent } from '../http/decode-percent.js';

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
