// The service in one container: Redis, API, worker and Chromium, with all state in DATA_DIR. Its first boards are chosen in the browser.
import { main } from '../dist/start/main.js';

await main(process.env, { boards: process.env.SOURCES ? null : 'none' });
