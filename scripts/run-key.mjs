// The keys' tool as built.
import './use-running-redis.mjs';

await import('../dist/api/key-cli/key-cli.js');
