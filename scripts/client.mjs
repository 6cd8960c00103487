import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from './build/build-client.mjs';
import { build } from './build.mjs';
import { installPackages } from './install/install-packages.mjs';
import { root, say } from './programs.mjs';

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
await buildClient(join(root, 'client', 'dist'));
say('client: client/bodies.ts and client/dist are up to date');
