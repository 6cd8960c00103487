const base = /(?<!\p{L})(?:base|basic|fixed|fixe|fix|grundgehalt)(?!\p{L})/iu;
const target =
  /\b(?:ote|ttc|on[- ]target|total (?:comp|cash|target|earnings|direct|on[- ]target)|target (?:earnings|cash|total))/i;

/** Whether an amount (marked by "¤" in its part of the sentence) is called base pay. */
export const isBase = (around: string): boolean => base.test(around);

/**
 * Whether an amount includes pay that depends on results: its part of the sentence says so, and does not call it base pay
 * nearer by ("the OTE includes a base of ¤"). A part that says neither follows `lead`, the sentence before it, up to another
 * amount ("on-target earnings (OTE) for this job: ¤").
 */
export function isOnTarget(around: string, lead: string): boolean {
  if (!target.test(around)) return !base.test(around) && endsOnTarget(lead);
  if (!base.test(around)) return true;
  const before = around.slice(0, around.indexOf('¤'));
  return base.test(before) && endsOnTarget(before);
}

/** Whether a text names a target after its last number and its last word for base pay. */
function endsOnTarget(text: string): boolean {
  const last = text.slice(text.search(/(?<!\D)\D*$/));
  return target.test(last.split(base).at(-1) ?? '');
}
