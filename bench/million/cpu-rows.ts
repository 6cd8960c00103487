import type { BenchRow, Named } from '../bench.js';
import type { CpuCost, CpuOptions, HoldOptions, TextStatistics } from './measured.js';
import { boundedRow, count, kb, type MillionOptions, missingRow, ms, now, plainRow, seed } from './rows.js';
import { runChild } from './run-child.js';

/** CPU of reading a board's answer, normalising and indexing it, on one thread. */
export async function cpuRows({ quick }: MillionOptions): Promise<BenchRow[]> {
  const options: CpuOptions = { seed, now, boards: quick ? 3 : 15, warmUp: quick ? 2 : 5, size: 400 };
  const outcome = await runChild<CpuCost>('cpu-child.js', { options });
  const named: Named = { id: 'posting/cpu', work: 'normalising and indexing a posting, CPU on one thread' };
  if ('failed' in outcome) return [missingRow(named, outcome.failed)];
  const { parse, normalise, index, flaws } = outcome.result;
  if (flaws > 0) throw new Error(`${flaws} made postings could not be normalised.`);
  return [
    boundedRow(named, {
      ...{ value: normalise + index, most: 0.8, write: ms },
      against: `normalising ${ms(normalise)}, indexing ${ms(index)}; before them, reading the answer ${ms(parse)}`,
    }),
  ];
}

/** How the made texts compare with real ones. */
export async function textRows({ postings, quick }: MillionOptions): Promise<BenchRow[]> {
  const options: HoldOptions = { seed, now, postings: quick ? Math.min(postings, 20_000) : postings, questions: 0 };
  const outcome = await runChild<{ made: TextStatistics; real: TextStatistics | null }>('text-child.js', { options });
  const work = 'the made postings beside real ones';
  if ('failed' in outcome) return [missingRow({ id: 'texts/failed', work }, outcome.failed)];
  const { made, real } = outcome.result;
  const of = ({ id, work: title }: Named, write: (of: TextStatistics) => string): BenchRow =>
    plainRow(
      { id, work: `${work}: ${title}` },
      write(made),
      real === null ? 'none given' : `${count(real.postings)} real: ${write(real)}`,
    );
  return [
    of(
      { id: 'texts/characters', work: 'characters of a text, mean and median' },
      (each) => `${count(each.characters)}, ${count(each.medianCharacters)}`,
    ),
    of({ id: 'texts/stems', work: 'distinct stems in one, in 400, in all' }, (each) =>
      [each.stemsEach, each.stemsOf400, each.stems].map(count).join(', '),
    ),
    of({ id: 'texts/titles', work: 'different titles among 1,000' }, (each) => count(each.titlesOf1000)),
    of({ id: 'texts/deflated', work: 'a text deflated with 49 neighbours' }, (each) => kb(each.deflated)),
  ];
}
