import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean };
type Attribute = { key: string; value: Value };

/** A span in OTLP's JSON, its attributes as plain values. */
export type SentSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  facts: Record<string, string | number | boolean | undefined>;
  failed: boolean;
};

export type TraceCollector = {
  url: string;
  spans: SentSpan[];
  /** The resource attributes that the senders reported. */
  resources: Record<string, unknown>[];
  /** The bodies of traces as received. */
  bodies: string[];
  close(): Promise<void>;
};

type Body = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<SentSpan, 'facts' | 'failed'> & { attributes: Attribute[]; status: { code: number } })[];
    }[];
  }[];
};

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue] as const),
  );

/** A loopback collector of traces for OTLP over HTTP with JSON (https://opentelemetry.io/docs/specs/otlp/). */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: SentSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const bodies: string[] = [];
  const takeSpans = ({ resourceSpans }: Body): void => {
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(plain(resource.attributes));
      for (const { attributes, status, ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, facts: plain(attributes), failed: status.code === 2 });
    }
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      if (request.url !== '/v1/traces') return void response.writeHead(404).end();
      bodies.push(text);
      takeSpans(JSON.parse(text) as Body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    bodies,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
