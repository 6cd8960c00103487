// The kill suite of watches: 200 kills of workers and the API while openings are told. See docs/reports/scale-and-faults.md.
import { setup } from '../../scripts/install/setup.mjs';

await setup({ redisNeeded: true });
await import('../../dist/test/suites/watch-kills/main.js');
