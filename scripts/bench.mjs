// `npm run bench -- [NAME …] [OPTION …]`: measures speed; `reports` with one name writes only that report.
import { setup } from './install/setup.mjs';

/** Reports written in full, by their own command lines. */
const reports = {
  lighthouse: './demo/lighthouse.mjs',
  quality: '../dist/bench/quality/quality.js',
};

await setup({ redisNeeded: true });
const [name] = process.argv.slice(2);
const isReport = name !== undefined && Object.hasOwn(reports, name);
if (isReport) process.argv.splice(2, 1);
await import(isReport ? reports[name] : '../dist/bench/main.js');
