import { prepareQuietly } from './prepare-quietly.mjs';

await prepareQuietly();
const { main } = await import('../dist/cli/watches-command.js');
process.exitCode = await main(process.argv.slice(2), process.env);
