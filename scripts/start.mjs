import { setup } from './setup.mjs';

await setup({ redisNeeded: false });
const { main } = await import('../dist/start/main.js');
await main(process.env);
