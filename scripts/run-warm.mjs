// The built command-line tool for warming.
import './use-running-redis.mjs';

await import('../dist/worker/warm/warm-cli.js');
