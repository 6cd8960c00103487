/** How long the client wishes to wait, in seconds, by `Prefer: wait=N` (RFC 7240); `null` when it says nothing valid. */
export function preferredWait(header: string, mostSeconds: number): number | null {
  for (const preference of header.split(',')) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (seconds !== undefined && Number(seconds) >= 1) return Math.min(Number(seconds), mostSeconds);
  }
  return null;
}
