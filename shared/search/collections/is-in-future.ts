/** Tolerated clock difference between two machines, in milliseconds; NTP keeps them much closer. */
const clocksDifferMs = 60_000;

/**
 * Whether something was made in what is still the future: the clock of its maker or ours was set. Its age is unknown then,
 * so that it must not count as fresh until the clock has come that far.
 */
export function isInFuture(madeAt: number | null, now: number): boolean {
  return madeAt !== null && madeAt > now + clocksDifferMs;
}
