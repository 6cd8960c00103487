/** What a client wishes about waiting (RFC 7240); `waitSeconds` is `null` when it says nothing valid. */
export type Preferences = { waitSeconds: number | null; respondAsync: boolean };

/** Reads `Prefer: respond-async, wait=N`; what is malformed or unknown is ignored, as RFC 7240 asks. */
export function readPreferences(header: string, mostSeconds: number): Preferences {
  const read: Preferences = { waitSeconds: null, respondAsync: false };
  // A comma within quotes parts nothing.
  for (const preference of header.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? []) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (seconds !== undefined && Number(seconds) >= 1) read.waitSeconds ??= Math.min(Number(seconds), mostSeconds);
    if (/^respond-async(?:\s*=\s*"")?\s*(?:;.*)?$/i.test(preference.trim())) read.respondAsync = true;
  }
  return read;
}
