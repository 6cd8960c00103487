/** Tolerated clock difference between two machines, in milliseconds; NTP keeps them much closer. */
const clocksDifferMs = 60_000;

/**
 * Whether something was made in the future: its maker's clock or ours was wrong. Its age is unknown, so it must not
 * count as fresh until the clock gets there.
 */
export function isInFuture(madeAt: number | null, now: number): boolean {
  return madeAt !== null && madeAt > now + clocksDifferMs;
}
