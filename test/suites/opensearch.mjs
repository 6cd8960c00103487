// `npm test -- --suite opensearch [JEST OPTION …]`: starts an OpenSearch of its own and runs what needs one. CONFORMANCE_QUESTIONS=1000
// CONFORMANCE_POSTINGS=5000 compares all.
import { runTests } from '../../scripts/run-tests.mjs';
import { startOpenSearch } from '../../scripts/start-opensearch.mjs';

let node;
try {
  node = await startOpenSearch();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
process.env.OPENSEARCH_TEST_URL = node.url;
try {
  await runTests([
    '-w',
    '1',
    'test/worker/engine/opensearch',
    'test/flow/postings-in-cluster.test.ts',
    ...process.argv.slice(2),
  ]);
} finally {
  await node.end();
}
