import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { installPackages } from './install-packages.mjs';
import { root, run, say } from './programs.mjs';

// Generates the types of the client from the OpenAPI document and builds the client into client/dist.
installPackages();
build();
const { describeApi } = await import('../dist/api/openapi/describe-api.js');
const { generateTypes } = await import('../dist/api/openapi/generate-types.js');
const { readPlans } = await import('../dist/shared/auth/plans.js');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(
  join(root, 'client', 'bodies.ts'),
  generateTypes(describeApi({ version, plans: readPlans({ PLANS: '' }) })),
);
rmSync(join(root, 'client', 'dist'), { recursive: true, force: true });
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'client/tsconfig.json']);
await buildCommonJs();
say('client: client/bodies.ts and client/dist are up to date');

/** The same modules and types for `require`, below a package.json that says so. */
async function buildCommonJs() {
  const { transformFile } = await import('@swc/core');
  const [from, to] = [join(root, 'client', 'dist'), join(root, 'client', 'dist', 'cjs')];
  mkdirSync(to);
  writeFileSync(join(to, 'package.json'), '{ "type": "commonjs" }\n');
  for (const file of readdirSync(from).filter((name) => /\.(?:js|d\.ts)$/.test(name))) {
    if (file.endsWith('.d.ts')) copyFileSync(join(from, file), join(to, file));
    else {
      const { code } = await transformFile(join(from, file), {
        swcrc: false,
        jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } },
        module: { type: 'commonjs' },
      });
      writeFileSync(join(to, file), code);
    }
  }
}
