// `npm run docs`: writes what documents contain of the code: the table of settings, and the pictures of the pages.
import { setup } from './install/setup.mjs';

await setup({ redisNeeded: false });
await import('../dist/bench/figures/settings.js');
const { takePictures } = await import('./demo/screenshots.mjs');
await takePictures();
