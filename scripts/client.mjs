import { join } from 'node:path';
import { buildClient } from './build/build-client.mjs';
import { installPackages } from './install/install-packages.mjs';
import { root, say } from './programs.mjs';

// Writes the types of both clients from the OpenAPI document, and builds the TypeScript one into client/dist.
installPackages();
await buildClient(join(root, 'client', 'dist'));
say('client: client/bodies.ts, client/dist and client-python/job_search_client/bodies.py are up to date');
