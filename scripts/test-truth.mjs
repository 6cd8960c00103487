// The long run of the truth test: random queries over a generated world of known facts. See docs/truth-test.md.
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '300' },
    openings: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1_000_000)) },
  },
});
process.env.TRUTH_QUERIES = values.queries;
process.env.TRUTH_OPENINGS = values.openings;
process.env.TRUTH_SEED = values.seed;
process.argv.splice(2, process.argv.length, 'test/truth/truth.test.ts');
await import('./test.mjs');
