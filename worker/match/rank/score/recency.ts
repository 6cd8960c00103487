/** The half-life of a posting's recency, in days. */
const halfLifeDays = 14;
const decay = Math.LN2 / (halfLifeDays * 86_400_000);

/** The recency, 0..1, of a posting of an age in milliseconds; 0 when the age is unknown (`NaN`). */
export function recencyAt(age: number): number {
  const past = Math.max(0, age);
  return past >= 0 ? Math.exp(-past * decay) : 0;
}

const hourMs = 3_600_000;
const byHour = Float64Array.from({ length: 9 * halfLifeDays * 24 }, (_, hours) => recencyAt(hours * hourMs));

/** The most by which `roughRecencyAt` exceeds `recencyAt`. */
export const roughlyMore = 0.0021;

/** The recency at the full hour before, from a table: an upper bound of `recencyAt`, at most `roughlyMore` above it. */
export function roughRecencyAt(age: number): number {
  return age > 0 ? (byHour[Math.min(byHour.length - 1, Math.floor(age / hourMs))] ?? 0) : recencyAt(age);
}
