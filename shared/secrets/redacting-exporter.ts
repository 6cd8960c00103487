import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Redact } from './redact.js';

type Attributes = ReadableSpan['attributes'];

/** An exporter that removes secrets from spans: from names, attributes, events and reasons. */
export function redactingExporter(exporter: SpanExporter, redact: Redact): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(
        spans.map((span) => redactSpan(span, redact)),
        done,
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The same span with its texts replaced. */
function redactSpan(span: ReadableSpan, redact: Redact): ReadableSpan {
  const { name, attributes, status, events } = span;
  const { message } = status;
  return Object.create(span, {
    name: { value: redact(name) },
    attributes: { value: redactAttributes(attributes, redact) },
    status: { value: message === undefined ? status : { ...status, message: redact(message) } },
    events: {
      value: events.map((event) => ({
        ...event,
        name: redact(event.name),
        attributes: redactAttributes(event.attributes ?? {}, redact),
      })),
    },
  }) as ReadableSpan;
}

function redactAttributes(attributes: Attributes, redact: Redact): Attributes {
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value);
    return Array.isArray(value) ? value.map(hide) : value;
  };
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, hide(value)])) as Attributes;
}
