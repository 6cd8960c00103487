// The kill suite of watches: 200 kills of workers and the API while openings are told. See docs/reports/scale-and-faults.md.
import { setup } from '../install/setup.mjs';

await setup({ redisNeeded: true });
await import('../../dist/bench/watch-kills/main.js');
