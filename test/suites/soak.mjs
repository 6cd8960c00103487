import { setup } from '../../scripts/install/setup.mjs';

await setup({ redisNeeded: true });
await import('../../dist/test/suites/soak/soak.js');
