import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { reopenRows } from '../reopen/reopen-rows.js';
import { cpuRows, textRows } from './cpu-rows.js';
import { engineNames, engineRows } from './engine-rows.js';
import { heldRows } from './held-rows.js';
import { peerRows } from './peer-rows.js';
import { count, type MillionOptions } from './rows.js';
import { serviceRows } from './service-rows.js';

/** Groups of rows, with their number of postings unless `--postings` names another, and the rows a group can be asked by. */
const groups: readonly {
  names: readonly string[];
  postings: number;
  quick: number;
  run(options: MillionOptions): Promise<BenchRow[]>;
}[] = [
  { names: ['texts'], postings: 100_000, quick: 4000, run: textRows },
  { names: ['cpu'], postings: 0, quick: 0, run: cpuRows },
  { names: ['held'], postings: 100_000, quick: 4000, run: heldRows },
  { names: ['reopened'], postings: 100_000, quick: 4000, run: reopenRows },
  ...engineNames.map((name) => ({
    ...{ names: [name], postings: 100_000, quick: 4000 },
    run: (options: MillionOptions) => engineRows(name, options),
  })),
  { names: ['peers'], postings: 40_000, quick: 0, run: peerRows },
  {
    names: ['collect', 'questions', 'changed', 'restart'],
    postings: 40_000,
    quick: 2000,
    run: serviceRows,
  },
];

/** Large numbers of postings of real size: what they cost, alone, in a service, and beside other engines. */
export const million: Bench = {
  title: 'A million postings',
  keepsRows: true,
  how: `Made postings of real size (3,000 characters of text on average, pay in half of them, 3 % duplicates on other boards; \`texts\` compares them with real ones) and 1,000 questions of all kinds. The rows of “held” are of one process without a service, those of other engines of theirs, with the same postings and questions; ours ranks 1,000 and makes the first records with their reasons, the others find the first ten and the total. Memory is that beyond a process that has answered 100 questions over 200 postings. Each row belongs to a group: \`npm run bench -- million --rows 'held|sqlite' --postings 1000000\`, with groups ${groups.flatMap(({ names }) => names).join(', ')}; \`--write\` puts the rows here.`,
  async run({ quick, postings, rows: pattern }: BenchOptions) {
    const rows: BenchRow[] = [];
    for (const group of groups) {
      const wants = (name: string): boolean => pattern === undefined || pattern.test(name);
      if (!group.names.some(wants)) continue;
      const size = postings ?? (quick ? group.quick : group.postings);
      console.log(`\n${group.names.filter(wants).join(', ')}: ${count(size)} postings`);
      const found = await group.run({ quick, postings: size, wants });
      for (const { work, ours, against } of found) console.log(`  ${work}: ${ours} (${against})`);
      rows.push(...found);
    }
    return rows;
  },
};
