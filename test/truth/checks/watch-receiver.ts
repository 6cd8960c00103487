import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A job of a delivery. */
export type ToldJob = { id: string; title: string; url: string };

/** An address for each watch that keeps the jobs it is told. The caller closes it. */
export type Receiver = {
  urlOf(watch: number): string;
  setSecret(watch: number, secret: string): void;
  /** The jobs that a watch was told, in their order; a delivery that comes again with its id counts once. */
  told(watch: number): readonly ToldJob[];
  close(): Promise<void>;
};

/** Starts the receiver. Throws out of a request whose signature is wrong, which is then answered with 500. */
export async function startReceiver(): Promise<Receiver> {
  const secrets = new Map<number, string>();
  const deliveries = new Map<number, Map<string, readonly ToldJob[]>>();
  const take = (watch: number, headers: Record<string, string>, body: string): void => {
    const event = new Webhook(secrets.get(watch) ?? '').verify(body, headers) as { data: { jobs: ToldJob[] } };
    const known = deliveries.get(watch) ?? new Map<string, readonly ToldJob[]>();
    deliveries.set(watch, known.set(String(headers['webhook-id']), event.data.jobs));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        const body = Buffer.concat(chunks).toString();
        take(Number(request.url?.slice(1)), request.headers as Record<string, string>, body);
        response.writeHead(204).end();
      } catch {
        response.writeHead(500).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (watch) => `http://127.0.0.1:${port}/${watch}`,
    setSecret: (watch, secret) => void secrets.set(watch, secret),
    told: (watch) => [...(deliveries.get(watch)?.values() ?? [])].flat(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
