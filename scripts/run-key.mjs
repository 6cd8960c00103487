// The built command-line tool for API keys.
import './use-running-redis.mjs';

await import('../dist/api/key-cli/key-cli.js');
