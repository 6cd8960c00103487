import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as it arrives; `answer` answers it once. */
export type Arrival = { answer(status: number): void };

/** An address for each watch that keeps what it receives, once for each `webhook-id`. The caller closes it. */
export type Receiver = {
  /** The address of a watch. */
  urlOf(watch: number): string;
  /** Verifies deliveries to a watch from now on. */
  setSecret(watch: number, secret: string): void;
  /** Titles that a watch has received, in their order. */
  titles(watch: number): string[];
  /** What was wrong with deliveries. */
  wrong: string[];
  /** Deliveries that came once more. */
  repeated(): number;
  /** Answers deliveries; each arrival is passed to it. */
  onArrival: (arrival: Arrival) => void;
  close(): void;
};

type Kept = { body: string; titles: string[] };

/** Starts the receiver; it answers 204 until `onArrival` is replaced. */
export async function startReceiver(): Promise<Receiver> {
  const secrets = new Map<number, string>();
  const received = new Map<number, Map<string, Kept>>();
  let repeated = 0;
  const keep = (watch: number, id: string, body: string): void => {
    const known = received.get(watch) ?? new Map<string, Kept>();
    received.set(watch, known);
    const before = known.get(id);
    if (before !== undefined) {
      repeated += 1;
      if (before.body !== body) receiver.wrong.push(`${id} came with another body.`);
      return;
    }
    const { data } = JSON.parse(body) as { data: { jobs: { title: string }[] } };
    known.set(id, { body, titles: data.jobs.map(({ title }) => title) });
  };
  const take = (request: { url: string; headers: IncomingHttpHeaders; body: string }, response: ServerResponse) => {
    const { url, headers, body } = request;
    const watch = Number(url.slice(1));
    const id = String(headers['webhook-id']);
    if (headers['webhook-signature'] !== signatureOf(secrets.get(watch), { id, headers, body }))
      receiver.wrong.push(`${id} to watch ${watch} is not signed with its secret.`);
    receiver.onArrival({
      answer(status) {
        if (status < 300) keep(watch, id, body);
        response.writeHead(status).end();
      },
    });
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    // A killed worker breaks the connection: nothing was received then.
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      take({ url, headers, body: Buffer.concat(chunks).toString() }, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    urlOf: (watch) => `http://127.0.0.1:${port}/${watch}`,
    setSecret: (watch, secret) => void secrets.set(watch, secret),
    titles: (watch) => [...(received.get(watch)?.values() ?? [])].flatMap(({ titles }) => titles),
    wrong: [],
    repeated: () => repeated,
    onArrival: ({ answer }) => answer(204),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

type Signed = { id: string; headers: IncomingHttpHeaders; body: string };

/** The signature that the Standard Webhooks specification asks for. */
function signatureOf(secret: string | undefined, { id, headers, body }: Signed): string | null {
  if (secret === undefined) return null;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
