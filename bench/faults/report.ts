import type { Suffered } from './suffer.js';

/** A table by fault: how often, the worst and the middle recovery, what clients met, and what was wrong. */
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
