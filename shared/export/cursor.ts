/**
 * A position in an export: `round` counts its passes over the openings, the first sends all of them and each later one what
 * changed; `bucket` is where that pass goes on; `attempt` names the response that sent what lies before it.
 */
export type Cursor = { id: string; round: number; bucket: number; attempt: string };

/** A cursor as clients see it, at most 100 characters. */
export const writeCursor = ({ id, round, bucket, attempt }: Cursor): string =>
  Buffer.from([id, round, bucket, attempt].join(' ')).toString('base64url');

/** The longest text that may be a cursor. */
export const cursorLength = 200;

const form = /^([\w-]{16,32}) (\d{1,9}) (\d{1,4}) ([\w-]{1,16})$/;

/** Reads a cursor; `null` when the text is none. */
export function readCursor(text: string): Cursor | null {
  if (text.length > cursorLength) return null;
  const [, id, round, bucket, attempt] = form.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (id === undefined || attempt === undefined) return null;
  return { id, round: Number(round), bucket: Number(bucket), attempt };
}
