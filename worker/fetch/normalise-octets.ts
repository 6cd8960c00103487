/** Octets a URL must write with a percent sign in a path or query, whatever an author writes (RFC 3986 §2). */
const escaped = /[^\w\-.~:/?#[\]@!&'()+,;=%]+/g;

/**
 * A path or a piece of one, written so that equal octets are equal text (RFC 9309 §2.2.2): unreserved characters plain, all
 * others that are encoded with capital letters, and what must be encoded encoded.
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
