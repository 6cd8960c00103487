import type { Config } from '../config.js';

type EndpointSettings = Pick<
  Config,
  | 'OTEL_SDK_DISABLED'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'
  | 'OTEL_METRICS_EXPORTER'
>;

/** Where traces are sent (https://opentelemetry.io/docs/specs/otel/protocol/exporter/); `null` = nowhere. */
export function tracesUrl(config: EndpointSettings): string | null {
  return urlOf(config, config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, 'v1/traces');
}

/** Where metrics are sent; `null` = nowhere. */
export function metricsUrl(config: EndpointSettings): string | null {
  if (config.OTEL_METRICS_EXPORTER === 'none') return null;
  return urlOf(config, config.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, 'v1/metrics');
}

/** Whether anybody can read metrics: on ADMIN_PORT, or at a collector. Without, none are counted. */
export const hasMetrics = (config: EndpointSettings & Pick<Config, 'ADMIN_PORT'>): boolean =>
  config.ADMIN_PORT !== null || metricsUrl(config) !== null;

function urlOf(config: EndpointSettings, own: string, path: string): string | null {
  if (config.OTEL_SDK_DISABLED) return null;
  if (own !== '') return own;
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return base === '' ? null : `${base.replace(/\/$/, '')}/${path}`;
}
