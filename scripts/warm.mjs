import { prepareQuietly } from './prepare-quietly.mjs';

await prepareQuietly();
await import('./run-warm.mjs');
