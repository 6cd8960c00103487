/** A way to do the work, timed; what it returns is kept alive so that nothing is optimised away. */
export type Contender = { name: string; run: () => unknown };

/** Milliseconds per run: the median and the 99th percentile. */
export type Timing = { name: string; runs: number; median: number; p99: number };

/** Times contenders in turns (A B A B) after a warm-up, so that noise affects all of them equally. */
export function takeTurns(
  contenders: readonly Contender[],
  { warmUp, turns }: { warmUp: number; turns: number },
): Timing[] {
  const times = contenders.map((): number[] => []);
  for (let turn = -warmUp; turn < turns; turn++)
    for (const [index, { run }] of contenders.entries()) {
      const start = process.hrtime.bigint();
      run();
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (turn >= 0) times[index]?.push(ms);
    }
  return contenders.map(({ name }, index) => {
    const sorted = (times[index] ?? []).sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    return { name, runs: sorted.length, median: at(0.5), p99: at(0.99) };
  });
}
