// The fault suite: 200 random faults on real process trees under load. See docs/reports/scale-and-faults.md.
import { setup } from '../../scripts/install/setup.mjs';

await setup({ redisNeeded: true });
await import('../../dist/test/suites/faults/main.js');
