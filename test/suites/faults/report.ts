import type { Suffered } from './suffer.js';

/** The summary of a run, in sentences. */
export function verdict(all: readonly Suffered[]): string {
  const asked = all.reduce((sum, { met }) => sum + met.sent, 0);
  const slowest = all.toSorted((a, b) => b.recoveryMs - a.recoveryMs)[0];
  const wrong = all.flatMap((one) => one.wrong.map((each) => `- ${one.fault}: ${each.slice(0, 300)}`));
  const seconds = ((slowest?.recoveryMs ?? 0) / 1000).toFixed(1);
  const told = `${asked} questions were asked and judged; the slowest recovery took ${seconds} s (${slowest?.fault ?? 'none'}).`;
  if (wrong.length > 0) return [told, '', 'Not as it should be:', '', ...wrong].join('\n');
  return `${told} All ${all.length} faults were survived: no request was lost, no answer counted twice, no process left behind.`;
}

/** A table by fault: count, worst and median recovery, outcomes for clients, and violations. */
export function report(all: readonly Suffered[]): string {
  const names = [...new Set(all.map(({ fault }) => fault))].sort();
  const rows = names.map((name) =>
    rowOf(
      name,
      all.filter(({ fault }) => fault === name),
    ),
  );
  const head = ['fault', 'times', 'recovery p50 ms', 'worst ms', 'asked', 'answered', 'cut', 'refused', 'wrong'];
  return [head, head.map(() => '---'), ...rows, rowOf('**all**', all)]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

function rowOf(name: string, all: readonly Suffered[]): string[] {
  const times = all.map(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b);
  const sum = (of: (one: Suffered) => number) => String(all.reduce((total, one) => total + of(one), 0));
  const ms = (at: number) => String(Math.round(times[Math.min(times.length - 1, Math.floor(at * times.length))] ?? 0));
  return [
    ...[name, String(all.length), ms(0.5), ms(1)],
    ...[sum(({ met }) => met.sent), sum(({ met }) => [...met.byStatus.values()].reduce((a, b) => a + b, 0))],
    ...[sum(({ met }) => met.cut), sum(({ met }) => met.refused), sum(({ wrong }) => wrong.length)],
  ];
}
