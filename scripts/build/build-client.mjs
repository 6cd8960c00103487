import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from '../programs.mjs';

/** Builds the client into a folder: ES modules with their types, and the same for `require` in `cjs`. */
export async function buildClient(target) {
  // A separate process: its dependencies may only just have been installed.
  run(process.execPath, ['scripts/build/write-bodies.mjs']);
  rmSync(target, { recursive: true, force: true });
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json', '--outDir', target]);
  const { transformFile } = await import('@swc/core');
  const to = join(target, 'cjs');
  mkdirSync(to);
  // Without it, Node and the compiler would read the files as ES modules.
  writeFileSync(join(to, 'package.json'), '{ "type": "commonjs" }\n');
  for (const file of readdirSync(target).filter((name) => /\.(?:js|d\.ts)$/.test(name))) {
    if (file.endsWith('.d.ts')) copyFileSync(join(target, file), join(to, file));
    else {
      const { code } = await transformFile(join(target, file), {
        swcrc: false,
        jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
        module: { type: 'commonjs' },
      });
      writeFileSync(join(to, file), code);
    }
  }
}

const [, script, target] = process.argv;
if (script !== undefined && target !== undefined && import.meta.url === pathToFileURL(script).href)
  await buildClient(resolve(root, target));
