/** What a client prefers about waiting (RFC 7240); `waitSeconds` is `null` when it names no valid time. */
export type Preferences = { waitSeconds: number | null; respondAsync: boolean };

/** Reads `Prefer: respond-async, wait=N`, N at most `maxSeconds`. Malformed and unknown parts are ignored (RFC 7240 §2). */
export function readPreferences(header: string, maxSeconds: number): Preferences {
  const preferences: Preferences = { waitSeconds: null, respondAsync: false };
  // A comma within quotes does not separate.
  for (const preference of header.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? []) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (seconds !== undefined && Number(seconds) >= 1)
      preferences.waitSeconds ??= Math.min(Number(seconds), maxSeconds);
    if (/^respond-async(?:\s*=\s*"")?\s*(?:;.*)?$/i.test(preference.trim())) preferences.respondAsync = true;
  }
  return preferences;
}
