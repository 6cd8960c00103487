import type { QueueOptions } from 'bullmq';

/** Span attributes, with OpenTelemetry's names where defined (https://opentelemetry.io/docs/specs/semconv/). */
export type SpanFacts = Record<string, string | number | boolean>;

/** A span to open. `came`: headers of a request whose trace it continues (https://www.w3.org/TR/trace-context/). */
export type SpanAbout = {
  name: string;
  kind: 'server' | 'client' | 'internal';
  facts: SpanFacts;
  came?: { traceparent: string; tracestate: string };
};

/** An open span. */
export type OpenSpan = { note(facts: SpanFacts): void; rename(name: string): void; fail(reason: string): void };

/** Traces in OpenTelemetry's form. */
export type Tracing = {
  on: boolean;
  /** BullMQ's telemetry option, which propagates the trace with each job; absent when tracing is off. */
  telemetry: QueueOptions['telemetry'];
  /** Runs `work` inside a span; errors are recorded on the span and rethrown. */
  span<Result>(about: SpanAbout, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Adds attributes to the active span. */
  note(facts: SpanFacts): void;
  /** The active trace, for a log line. */
  traceId(): string | undefined;
  /** The active span as the labels of an exemplar; `null` when none is recorded. */
  exemplar(): { trace_id: string; span_id: string } | null;
  /** Flushes remaining spans in bounded time. */
  close(): Promise<void>;
};

const silent: OpenSpan = { note: () => undefined, rename: () => undefined, fail: () => undefined };

/** No-op tracing, used when no trace collector is configured: nothing is loaded or recorded. */
export const noTracing: Tracing = {
  on: false,
  telemetry: undefined,
  span: (_about, work) => work(silent),
  note: () => undefined,
  traceId: () => undefined,
  exemplar: () => null,
  close: async () => undefined,
};
