import { setup } from '../setup.mjs';

await setup({ redisNeeded: true });
await import('../../dist/bench/soak/soak.js');
