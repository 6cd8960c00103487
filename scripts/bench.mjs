// `npm run bench -- [NAME …] [OPTION …]`: measures speed; one of `reports` alone writes that report instead.
import { setup } from './install/setup.mjs';

/** Reports that are written as a whole, by a command line of their own. */
const reports = {
  lighthouse: './demo/lighthouse.mjs',
  quality: '../dist/bench/quality/quality.js',
};

await setup({ redisNeeded: true });
const [name] = process.argv.slice(2);
const isReport = name !== undefined && Object.hasOwn(reports, name);
if (isReport) process.argv.splice(2, 1);
await import(isReport ? reports[name] : '../dist/bench/main.js');
