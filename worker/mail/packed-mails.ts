import type { AddressObject, ParsedMail } from 'mailparser';
import { lazyRequire } from '../../shared/lazy-require.js';
import type { PageRequest, ReceivedPage } from '../sources/source.js';

/** Raw mails in one block of memory: the number left out, then each mail with its length (32 bits, big endian). */
export function packMails(mails: readonly Buffer[], leftOut: number): Uint8Array {
  const packed = Buffer.alloc(4 + mails.reduce((sum, { length }) => sum + 4 + length, 0));
  let at = packed.writeUInt32BE(leftOut, 0);
  for (const mail of mails) {
    at = packed.writeUInt32BE(mail.length, at);
    at += mail.copy(packed, at);
  }
  return packed;
}

function unpackMails(packed: Uint8Array): { mails: Buffer[]; leftOut: number } {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const mails: Buffer[] = [];
  for (let at = 4; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    mails.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { mails, leftOut: bytes.readUInt32BE(0) };
}

/** The decoded parts of a mail; `null` = not stated. `sentAt` is an ISO 8601 time. */
export type DecodedMail = {
  from: string | null;
  sentAt: string | null;
  html: string | null;
  text: string | null;
};

/**
 * Decodes the mails of a response into JSON, in the form the requesting kind parses: `{mails: DecodedMail[], leftOut}`.
 * Mails that cannot be decoded are counted in `leftOut`. Responses to other requests are returned unchanged. Runs in a
 * thread that can be ended, since it parses third-party text.
 */
export async function decodeMails(response: ReceivedPage, { mails: place }: PageRequest): Promise<ReceivedPage> {
  if (place === undefined || typeof response.body === 'string') return response;
  const { simpleParser } = lazyRequire('mailparser') as typeof import('mailparser');
  // Only the sent content: no text made of HTML, no links made of text, no images.
  const plain = { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true };
  const { mails, leftOut } = unpackMails(response.body);
  const decoded: DecodedMail[] = [];
  for (const mail of mails)
    await simpleParser(mail, plain).then(
      (parsed) => decoded.push(asDecoded(parsed)),
      // Counted below.
      () => undefined,
    );
  const body = JSON.stringify({ mails: decoded, leftOut: leftOut + mails.length - decoded.length });
  return { ...response, body };
}

function asDecoded({ from, date, html, text }: ParsedMail): DecodedMail {
  const isDate = date !== undefined && !Number.isNaN(date.getTime());
  return {
    from: addressOf(from),
    sentAt: isDate ? date.toISOString() : null,
    html: typeof html === 'string' ? html : null,
    text: text ?? null,
  };
}

const addressOf = (from: AddressObject | undefined): string | null => from?.value[0]?.address?.toLowerCase() ?? null;
