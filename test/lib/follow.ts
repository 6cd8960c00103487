import { readEvents, type ServerEvent } from '../../client/read-events.js';

export type Told = {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of many shapes
  data: any;
};

export type Followed = {
  status: number;
  headers: Headers;
  /** Every event until the stream ended. */
  events(): Promise<Told[]>;
  /** The next event; throws when the stream has ended. */
  next(): Promise<Told>;
  hangUp(): void;
};

/** Follows a search live over HTTP. */
export async function follow(url: string, query: object, headers: Record<string, string> = {}): Promise<Followed> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/jobs/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(query),
    signal: stop.signal,
  });
  if (response.body === null) throw new Error('An answer without a body.');
  const stream = readEvents(response.body);
  const told = ({ event, data }: ServerEvent): Told => ({ event, data: JSON.parse(data) });
  return {
    status: response.status,
    headers: response.headers,
    async events() {
      const events: Told[] = [];
      for await (const event of stream) events.push(told(event));
      return events;
    },
    async next() {
      const { value, done } = await stream.next();
      if (done) throw new Error('The stream ended.');
      return told(value);
    },
    hangUp: () => stop.abort(),
  };
}
