/** The lengths of time statistics are kept in: a week of hours and ninety days (UTC). */
export const units = {
  hour: { ms: 3_600_000, kept: 168 },
  day: { ms: 86_400_000, kept: 90 },
} as const;
export type Unit = keyof typeof units;
export const unitNames = Object.keys(units) as Unit[];

/** A window of statistics: the last `count` hours or days, the present one included. */
export type Span = { unit: Unit; count: number };

/** The beginning of the hour or day a moment lies in, as epoch milliseconds (UTC). */
export function bucketAt(unit: Unit, at: number): number {
  return at - (at % units[unit].ms);
}

/** The beginnings of a window's hours or days, oldest first. */
export function bucketStarts({ unit, count }: Span, now: number): number[] {
  const last = bucketAt(unit, now);
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * units[unit].ms);
}

/** Hours since the epoch, as sketches of unique jobs note when they last saw one. */
export function hourNumber(at: number): number {
  return Math.floor(at / units.hour.ms);
}
