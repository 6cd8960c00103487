import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../programs.mjs';

/**
 * Bundles everything a thread of the pool loads (worker/threads/thread-tasks.ts, some 440 modules including packages)
 * into one file next to it: finding, reading and linking the modules one by one takes most of a thread's start. Its
 * source map leads to the TypeScript sources.
 */
const folder = join(root, 'dist', 'worker', 'threads');

await build({
  entryPoints: [join(folder, 'thread-tasks.js')],
  outfile: join(folder, 'bundled-tasks.js'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  // Each thread keeps the file's text: without comments and indentation it is a third shorter.
  minifyWhitespace: true,
  // Node reads the map when it loads the file: without embedded sources it is a third as long.
  sourcesContent: false,
  // CommonJS packages load Node's modules by `require`, which ES modules lack.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);",
  },
  logLevel: 'warning',
});

// The tables that the bundled code reads from its folder.
cpSync(join(root, 'shared', 'skills', 'skills.csv'), join(folder, 'skills.csv'));
cpSync(join(root, 'worker', 'normalise', 'languages', 'tables'), join(folder, 'tables'), { recursive: true });
