import { prepareQuietly } from './prepare-quietly.mjs';

/** `npm run --silent mcp`: the Model Context Protocol on standard input and output, passed on to a running service. */
await prepareQuietly();
const { serveMcp } = await import('../dist/cli/mcp.js');
const { JOB_SEARCH_URL, JOB_SEARCH_KEY } = process.env;
const url = (JOB_SEARCH_URL || 'http://127.0.0.1:3000').replace(/\/$/, '');
await serveMcp({ url, key: JOB_SEARCH_KEY || null }, { input: process.stdin, output: process.stdout });
