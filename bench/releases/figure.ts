/** A figure in a row's text, in one unit per kind, and as written there. */
export type Figure = { value: number; text: string; isRate: boolean };

/** A unit in milliseconds, kilobytes or itself; rates count upwards. */
const units: readonly [pattern: RegExp, factor: number][] = [
  [/^µs\b/, 0.001],
  [/^ms\b/, 1],
  [/^s\b/, 1000],
  [/^min\b/, 60_000],
  [/^bytes\b/, 0.001],
  [/^kB\b/, 1],
  [/^MB\b/, 1000],
  [/^GB\b/, 1_000_000],
  [/^%/, 1],
];
const rate = /^(?:\/s\b|(?:\w{1,20} )?a second\b)/;

/**
 * The figure that a row is compared by: processor time if the text has it, since other load on the machine affects it
 * least; otherwise the first figure with a unit, or the first one; `null` in a text without figures.
 */
export function figureOf(text: string): Figure | null {
  const figures = [...text.slice(0, 2000).matchAll(/(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?/g)].map((found) => {
    const rest = text.slice(found.index + found[0].length, found.index + 60).trimStart();
    const number = Number(found[0].replaceAll(',', ''));
    const isRate = rate.test(rest);
    const [unit, factor] = units.find(([pattern]) => pattern.test(rest)) ?? [isRate ? rate : null, 1];
    const written = unit?.exec(rest)?.[0] ?? '';
    const isCpu = written !== '' && rest.slice(written.length).startsWith(' of CPU');
    const space = /^[/%]/.test(written) && written !== '%' ? '' : ' ';
    const shown = `${found[0]}${written === '' ? '' : space}${written}${isCpu ? ' of CPU' : ''}`;
    return { value: number * factor, text: shown, isRate, isCpu, hasUnit: written !== '' };
  });
  const best = figures.find(({ isCpu }) => isCpu) ?? figures.find(({ hasUnit }) => hasUnit) ?? figures[0];
  return best === undefined ? null : { value: best.value, text: best.text, isRate: best.isRate };
}

/** Upper bound of a ratio: from nothing to something has none. */
const mostRatio = 99;

/** The cost now relative to the former one: above 1 is worse, for rates too. */
export function costRatio(former: Figure, now: Figure): number {
  const [before, after] = now.isRate ? [now.value, former.value] : [former.value, now.value];
  if (before === after) return 1;
  return before === 0 ? mostRatio : Math.min(mostRatio, after / before);
}
