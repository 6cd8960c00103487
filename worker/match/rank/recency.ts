/** A posting loses half of its recency in this many days. */
const halfLifeDays = 14;
const decay = Math.LN2 / (halfLifeDays * 86_400_000);

/** How recent a posting of this age in milliseconds is, 0..1; 0 when its age is unknown (`NaN`). */
export function recencyAt(age: number): number {
  const past = Math.max(0, age);
  return past >= 0 ? Math.exp(-past * decay) : 0;
}

const hourMs = 3_600_000;
const byHour = Float64Array.from({ length: 9 * halfLifeDays * 24 }, (_, hours) => recencyAt(hours * hourMs));

/** The same from a table, and up to this much more. */
export const roughlyMore = 0.0021;

/** The recency at the full hour before: never less than `recencyAt`, at most `roughlyMore` more. */
export function roughRecencyAt(age: number): number {
  return age > 0 ? (byHour[Math.min(byHour.length - 1, Math.floor(age / hourMs))] ?? 0) : recencyAt(age);
}
