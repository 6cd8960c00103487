import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from './programs.mjs';

/**
 * Checks that every figure of the documents belongs to this release and is still measured. The code is that which writes the
 * figures (bench/figures), compiled here, since the other checks need no build either.
 */
const { outputFiles } = buildSync({
  entryPoints: [join(root, 'bench/figures/check.ts')],
  ...{ bundle: true, platform: 'node', format: 'esm', target: 'node20', write: false, logLevel: 'warning' },
});
const { checkFigures } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
const violations = checkFigures(root);
process.stdout.write(`${[...violations, `figures: ${violations.length} violations`].join('\n')}\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
