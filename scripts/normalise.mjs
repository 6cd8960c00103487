import { prepareQuietly } from './install/prepare-quietly.mjs';

await prepareQuietly();
await import('../dist/worker/normalise/normalise-cli.js');
