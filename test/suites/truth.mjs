// The long run of the truth test: random queries over generated worlds of known facts. See docs/reports/truth-test.md.
import { parseArgs } from 'node:util';
import { runTests } from '../../scripts/run-tests.mjs';
import { startOpenSearch } from '../../scripts/start-opensearch.mjs';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '500' },
    openings: { type: 'string', default: '800' },
    // A number of random seeds, or the seeds themselves, separated by commas.
    seeds: { type: 'string', default: '1' },
    checks: { type: 'string', default: '' },
    // `opensearch` = the postings lie in an OpenSearch that is started for the run.
    engine: { type: 'string', default: 'segments' },
  },
});
const number = Number(values.seeds);
const seeds =
  number < 100 ? Array.from({ length: number }, () => 100 + Math.floor(Math.random() * 1_000_000)) : values.seeds;
process.env.TRUTH_QUERIES = values.queries;
process.env.TRUTH_OPENINGS = values.openings;
process.env.TRUTH_SEEDS = String(seeds);
process.env.TRUTH_CHECKS = values.checks;
const cluster = values.engine === 'opensearch' ? await startOpenSearch() : null;
if (cluster !== null) process.env.OPENSEARCH_TEST_URL = cluster.url;
try {
  await runTests(['test/truth/truth.test.ts']);
} finally {
  await cluster?.end();
}
