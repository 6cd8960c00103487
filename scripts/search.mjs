import { prepareQuietly } from './prepare-quietly.mjs';

await prepareQuietly();
const { main } = await import('../dist/cli/main.js');
process.exitCode = await main(process.argv.slice(2), process.env);
