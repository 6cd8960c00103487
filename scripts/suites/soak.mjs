import { setup } from '../install/setup.mjs';

await setup({ redisNeeded: true });
await import('../../dist/bench/soak/soak.js');
