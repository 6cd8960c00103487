// The warming tool as built.
import './use-running-redis.mjs';

await import('../dist/worker/warm/warm-cli.js');
