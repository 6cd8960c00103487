/** Decodes the body of a response. */
import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { type PageRequest, type PageResponse, type ReceivedPage, SourceError } from '../sources/source.js';
import { fetchLimits } from './limits.js';

/** Decodes a response whose body is still bytes. Throws `SourceError` if it is corrupt or nests too deeply. */
export function decodePage(page: ReceivedPage, request: Pick<PageRequest, 'accept'>): PageResponse {
  if (typeof page.body === 'string') return { ...page, body: page.body.toWellFormed() };
  return { ...page, body: decodeBody(page.body, { contentType: page.contentType, accept: request.accept }) };
}

/** The text of a body. Throws like `decodePage`. */
export function decodeBody(
  bytes: Uint8Array,
  { contentType, accept }: { contentType: string; accept: PageRequest['accept'] },
): string {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = decode(accept === 'xml' ? gunzipped(body) : body, contentType);
  if (accept === 'json') refuseDepth(text);
  return text;
}

/** Decompresses a sitemap that is itself a gzip file (https://www.sitemaps.org/protocol.html, "sitemap.xml.gz"). */
function gunzipped(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: fetchLimits.bodyBytes });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge
      ? new SourceError('too-large', `The answer is larger than ${fetchLimits.bodyBytes / 1e6} MB.`)
      : new SourceError('broken', 'The answer is a gzip file that cannot be unpacked.');
  }
}

/**
 * Decodes by the byte order mark, the charset of the header or that of the page itself, UTF-8 by default. A charset in
 * which the bytes are invalid is skipped for the next one, and finally for windows-1252, unless most of them are valid
 * UTF-8: single invalid bytes become U+FFFD.
 */
function decode(body: Buffer, contentType: string): string {
  const wide = utf16Of(body);
  if (wide !== null) return decoderFor(wide).decode(body);
  const labels = [statedCharset(contentType), labelInside(body), 'utf-8'].filter((label) => label !== undefined);
  for (const label of labels) {
    const { encoding } = decoderFor(label);
    // Valid UTF-8 is checked and converted many times faster than Node's decoder replaces invalid bytes.
    if (encoding === 'utf-8' && isUtf8(body)) return withoutMark(body).toString();
    if (encoding === 'windows-1252') return decodeWindows1252(body);
    const text = encoding === 'utf-8' ? replacement : decoderFor(label).decode(body);
    if (!text.includes(replacement)) return text;
  }
  const text = decoderFor('utf-8').decode(body);
  return isMostlyValid(text) ? text : decodeWindows1252(body);
}

const replacement = '\ufffd';

/** Whether a text has at least as many non-ASCII characters as invalid bytes. */
function isMostlyValid(text: string): boolean {
  let [valid, invalid] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) invalid += 1;
    else if (code > 127) valid += 1;
  }
  return valid >= invalid;
}

/** UTF-16 is recognised by its byte order mark, or by the zeros of two ASCII characters at the beginning. */
function utf16Of([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first > 0 && second === 0 && third > 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second > 0 && third === 0 && fourth > 0 ? 'utf-16be' : null;
}

/** The body without a byte order mark, which decoders remove. */
const withoutMark = (body: Buffer): Buffer =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body;

/** The charset that a content type states. */
export const statedCharset = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];

/** The charset a page names in its first lines. */
function labelInside(body: Buffer): string | undefined {
  const inPage = /<meta[^<>]+?charset\s*=\s*["']?([\w-]+)|<\?xml[^<>]+?encoding=["']([\w-]+)/i.exec(
    body.subarray(0, 1024).toString('latin1'),
  );
  return inPage?.[1] ?? inPage?.[2];
}

/** Decoders by label: creating one costs more than decoding a page, and there are few labels. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

/** The decoder of a charset; UTF-8, the most likely, for an unknown one. */
export function decoderFor(stated: string): InstanceType<typeof TextDecoder> {
  // A label may have any letter case: each spelling would need a separate decoder.
  const label = stated.toLowerCase();
  const known = decoders.get(label);
  if (known !== undefined) return known;
  try {
    const decoder = new TextDecoder(label);
    decoders.set(label, decoder);
    return decoder;
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Refuses JSON that is nested too deeply, before it is parsed. */
function refuseDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > fetchLimits.jsonDepth)
        throw new SourceError('broken', `The answer nests deeper than ${fetchLimits.jsonDepth} levels.`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}

const quote = 34;
const backslash = 92;

/** Where a JSON string that begins at `from` ends; most of a response is in strings, which `indexOf` skips quickly. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** Decodes windows-1252, of which Node's decoder mistakes 0x80 to 0x9f for control characters before version 24. */

/** These letters by their byte from 0x80 on; a space = none. See https://encoding.spec.whatwg.org/#windows-1252. */
export const windowsLetters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The text of a body in windows-1252; a byte without a letter stays the control character of Latin-1. */
function decodeWindows1252(body: Buffer): string {
  return body.toString('latin1').replace(/[\x80-\x9f]/g, (control) => {
    const letter = windowsLetters[control.charCodeAt(0) - 0x80];
    return letter === undefined || letter === ' ' ? control : letter;
  });
}
