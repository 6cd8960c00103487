import type { QueueOptions } from 'bullmq';

/** Facts of a span, by OpenTelemetry's names where it has one (https://opentelemetry.io/docs/specs/semconv/). */
export type SpanFacts = Record<string, string | number | boolean>;

/** A span to be opened. `came` are the headers of a request whose trace goes on here (https://www.w3.org/TR/trace-context/). */
export type SpanAbout = {
  name: string;
  kind: 'server' | 'client' | 'internal';
  facts: SpanFacts;
  came?: { traceparent: string; tracestate: string };
};

/** A span that is open. */
export type OpenSpan = { note(facts: SpanFacts): void; rename(name: string): void; fail(reason: string): void };

/** Traces as OpenTelemetry has them. */
export type Tracing = {
  on: boolean;
  /** What BullMQ's queues and workers take to hand a trace on with each job; absent when tracing is off. */
  telemetry: QueueOptions['telemetry'];
  /** Works inside a span; what is thrown is noted on it and thrown on. */
  span<Result>(about: SpanAbout, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Adds facts to the span that is open here. */
  note(facts: SpanFacts): void;
  /** The trace that is open here, for a log line. */
  traceId(): string | undefined;
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
  close: async () => undefined,
};
