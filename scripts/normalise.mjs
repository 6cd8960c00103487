import { prepareQuietly } from './prepare-quietly.mjs';

await prepareQuietly();
await import('../dist/worker/normalise/normalise-cli.js');
