import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** The media type of each format of a search; a client that accepts several equally gets the first. */
export const mediaTypes = {
  json: 'application/json; charset=utf-8',
  'event-stream': 'text/event-stream; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  'json-feed': 'application/feed+json; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
} as const;

/** A format in which the answer to a search is sent. */
export type Format = keyof typeof mediaTypes;

/** A format that lists the jobs of one page. */
export type ListFormat = Exclude<Format, 'json' | 'event-stream'>;

const formats = Object.keys(mediaTypes) as Format[];
const types: readonly string[] = Object.values(mediaTypes);
const withoutEvents = types.filter((type) => type !== mediaTypes['event-stream']);

/** Clients send few different headers; an unusual one is read each time. */
const known = new LRUCache<string, Format>({ max: 100 });
const maxKnownLength = 300;

/**
 * The format that an Accept header prefers (RFC 9110 §12.5.1); JSON when it names none of ours, since a client learns
 * more from the answer than from a 406. An event stream is sent only to clients that name it.
 */
export function formatFor(accept: string | undefined): Format {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json';
  if (accept.length > maxKnownLength) return negotiate(accept);
  const found = known.get(accept) ?? negotiate(accept);
  known.set(accept, found);
  return found;
}

function negotiate(accept: string): Format {
  const offered = /text\/event-stream/i.test(accept) ? types : withoutEvents;
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes([...offered]);
  return formats.find((format) => mediaTypes[format] === best) ?? 'json';
}
