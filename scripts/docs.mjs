// `npm run docs`: generates the parts of documents that come from the code: the table of settings and, unless `-- settings` is given,
// the screenshots.
import { setup } from './install/setup.mjs';

await setup({ redisNeeded: false });
await import('../dist/bench/figures/settings.js');
if (!process.argv.includes('settings')) {
  const { takePictures } = await import('./demo/screenshots.mjs');
  await takePictures();
}
