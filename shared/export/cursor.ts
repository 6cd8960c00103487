import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A position in an export: `round` counts its passes over the openings, the first sends all of them and each later one what
 * changed; `bucket` is where that pass goes on; `attempt` names the response that sent what lies before it.
 */
export type Cursor = { id: string; round: number; bucket: number; attempt: string };

/**
 * A cursor as clients see it, at most 120 characters: its position, and after `=`, where release 0.2 stops reading, an HMAC with
 * the secret of its export. Exports that release 0.2 began have no secret (`null`), and their cursors are not signed.
 */
export function writeCursor({ id, round, bucket, attempt }: Cursor, secret: string | null): string {
  const position = Buffer.from([id, round, bucket, attempt].join(' ')).toString('base64url');
  if (secret === null) return position;
  return `${position}=${createHmac('sha256', secret).update(position).digest('base64url').slice(0, 22)}`;
}

/** Whether this text is the cursor as an export with this secret gave it, rather than one that a client made. */
export function isGiven(text: string, cursor: Cursor, secret: string | null): boolean {
  const given = Buffer.from(writeCursor(cursor, secret));
  const came = Buffer.from(secret === null ? (text.split('=', 1)[0] ?? '') : text);
  return given.length === came.length && timingSafeEqual(given, came);
}

/** The longest text that may be a cursor. */
export const cursorLength = 200;

const form = /^([\w-]{16,32}) (\d{1,9}) (\d{1,4}) ([\w-]{1,16})$/;

/** Reads the position of a cursor, which may be forged (`isGiven`); `null` when the text is none. */
export function readCursor(text: string): Cursor | null {
  if (text.length > cursorLength) return null;
  const [, id, round, bucket, attempt] = form.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (id === undefined || attempt === undefined) return null;
  return { id, round: Number(round), bucket: Number(bucket), attempt };
}
