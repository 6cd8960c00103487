/** Octets that must be percent-encoded in the path or query of a URL, whatever an author writes (RFC 3986 §2). */
const escaped = /[^\w\-.~:/?#[\]@!&'()+,;=%]+/g;

/**
 * Normalises a path or a part of one, so that equal octets are equal text (RFC 9309 §2.2.2): decodes unreserved characters,
 * writes other percent-encodings in upper case, and encodes what must be encoded.
 */
export function normaliseOctets(path: string): string {
  if (/^[\w\-.~/?&=]*$/.test(path)) return path;
  return path
    .replace(/%([0-9a-f]{2})/gi, (octet, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w\-.~]/.test(letter) ? letter : octet.toUpperCase();
    })
    .replace(escaped, (letters) => encodeURIComponent(letters.toWellFormed()).replace(/\*/g, '%2A'));
}
