/** Decodes windows-1252, whose letters from 0x80 to 0x9f Node's own decoder takes for control characters before version 24. */

/** These letters by their byte from 0x80 on; a space where there is none. See https://encoding.spec.whatwg.org/#windows-1252. */
export const windowsLetters = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The text of a body in windows-1252; a byte without a letter stays the control character of Latin-1. */
export function decodeWindows1252(body: Buffer): string {
  return body.toString('latin1').replace(/[\x80-\x9f]/g, (control) => {
    const letter = windowsLetters[control.charCodeAt(0) - 0x80];
    return letter === undefined || letter === ' ' ? control : letter;
  });
}
