import { hostname } from 'node:os';
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  type NodeTracerConfig,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { BullMQOtel } from 'bullmq-otel';
import { type Config, hidePassword } from '../config.js';
import { decodePercent } from '../http/http-hosts.js';
import { type Logger, redactOf } from '../logger.js';
import { within } from '../process/repeat.js';
import { readVersion } from '../project-file.js';
import { redactingExporter } from '../secrets/redacting-exporter.js';
import type { OpenSpan, SpanAbout, Tracing } from './tracing.js';

/** The description of a process in its traces (https://opentelemetry.io/docs/specs/semconv/resource/). */
function otlpResource(
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
 * Parses OTEL_RESOURCE_ATTRIBUTES: `key=value` pairs, comma-separated, percent-encoded; invalid pairs are left out
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

/** Called once when exporting starts to fail, and once when it recovers. */
type ExportReport = { failed(error: Error | undefined): void; recovered(): void };

/** OpenTelemetry's word for success (its ExportResultCode). */
const success = 0;

/** An exporter that reports the start of a failure and the recovery, instead of every failed batch. */
export function reportingExporter(exporter: SpanExporter, report: ExportReport): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        const failed = code !== success;
        if (failed && !failing) report.failed(error);
        if (!failed && failing) report.recovered();
        failing = failed;
        // The failure has been reported; the processor need not report it again.
        done({ code: success });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Time limit for flushing spans at shutdown. */
const leaveMs = 2000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

type OtlpTracingOptions = { config: Config; logger: Logger; part: 'api' | 'worker'; url: string };
type Resource = NonNullable<NodeTracerConfig['resource']>;

/**
 * Traces by OTLP over HTTP with JSON. Spans are sent in batches in the background; those that cannot be sent are
 * dropped with a log line. The SDK reads headers, sampling and batches from OpenTelemetry's own variables.
 */
export function openOtlpTracing({ config, logger, part, url }: OtlpTracingOptions): Tracing {
  const version = readVersion();
  const exporter = reportingExporter(redactingExporter(new OTLPTraceExporter({ url }), redactOf(logger)), {
    failed: (error) => logger.warn({ err: error, url: hidePassword(url) }, 'traces: the collector takes none'),
    recovered: () => logger.info({ url: hidePassword(url) }, 'traces: the collector accepts spans again'),
  });
  const provider = new NodeTracerProvider({
    resource: resourceOf(otlpResource(config, part)),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = trace.getTracer('job-search', version);

  return {
    on: true,
    telemetry: queueTelemetry(version),
    span: (about, work) =>
      tracer.startActiveSpan(
        about.name,
        { kind: kinds[about.kind], attributes: about.facts },
        parentOf(about),
        async (span) => {
          const open: OpenSpan = {
            note: (facts) => void span.setAttributes(facts),
            rename: (name) => void span.updateName(name),
            fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
          };
          try {
            return await work(open);
          } catch (error) {
            open.fail(error instanceof Error ? error.message : String(error));
            throw error;
          } finally {
            span.end();
          }
        },
      ),
    note: (facts) => void trace.getActiveSpan()?.setAttributes(facts),
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    exemplar() {
      const span = trace.getActiveSpan();
      if (span?.isRecording() !== true) return null;
      const { traceId, spanId } = span.spanContext();
      return { trace_id: traceId, span_id: spanId };
    },
    close: () =>
      within(leaveMs, provider.shutdown()).catch((error: unknown) =>
        logger.warn({ err: error }, 'traces: the last ones were not sent'),
      ),
  };
}

/** Continues the trace of a request that has one; other trace headers are not trusted. */
const parentOf = ({ came }: SpanAbout): Context =>
  came === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, came);

const resourceOf = (attributes: Record<string, string>): Resource => ({
  attributes,
  merge: (other) => resourceOf({ ...attributes, ...(other?.attributes as Record<string, string> | undefined) }),
  getRawAttributes: () => Object.entries(attributes),
});

/** BullMQ's spans of jobs added and done; its housekeeping (polls, locks, stalled jobs) would outnumber them. */
function queueTelemetry(version: string): NonNullable<Tracing['telemetry']> {
  const { tracer, contextManager } = new BullMQOtel({ tracerName: 'bullmq', version });
  const silent = {
    setSpanOnContext: (at: Context) => at,
    setAttribute: () => undefined,
    setAttributes: () => undefined,
    addEvent: () => undefined,
    recordException: () => undefined,
    end: () => undefined,
  };
  return {
    tracer: {
      startSpan: (name, options, at) =>
        options === undefined || Number(options.kind) === SpanKind.INTERNAL
          ? silent
          : tracer.startSpan(name, options, at),
    },
    contextManager: Object.assign(contextManager, { root: () => ROOT_CONTEXT }),
  };
}
