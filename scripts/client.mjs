import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from './build/build-client.mjs';
import { build } from './build.mjs';
import { installPackages } from './install/install-packages.mjs';
import { root, say } from './programs.mjs';

// Generates the types of both clients from the OpenAPI document, and builds that for TypeScript into client/dist.
installPackages();
build();
const { describeApi } = await import('../dist/api/openapi/describe-api.js');
const { generateTypes } = await import('../dist/api/openapi/generate-types.js');
const { generatePythonTypes } = await import('../dist/api/openapi/generate-python-types.js');
const { readPlans } = await import('../dist/shared/auth/plans.js');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const document = describeApi({ version, plans: readPlans({ PLANS: '' }) });
writeFileSync(join(root, 'client', 'bodies.ts'), generateTypes(document));
writeFileSync(join(root, 'client-python', 'job_search_client', 'bodies.py'), generatePythonTypes(document));
await buildClient(join(root, 'client', 'dist'));
say('client: client/bodies.ts, client/dist and client-python/job_search_client/bodies.py are up to date');
