import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../../scripts/programs.mjs';
import { runTests } from '../../scripts/run-tests.mjs';

/**
 * Parses responses and pages recorded from real systems, which are not part of the repository: `npm test -- --suite recorded FOLDER`,
 * by default ../shared/examples. `npm test` uses hand-written shapes (test/fixtures/sources) instead.
 */
const [folder = '../shared/examples', ...more] = process.argv.slice(2);
const examples = resolve(root, folder);
if (!existsSync(join(examples, 'ats'))) {
  process.stderr.write(`${examples} holds no recorded responses: name their folder.\n`);
  process.exit(1);
}
process.env.RECORDED_EXAMPLES = examples;
await runTests(['test/recorded', ...more]);
