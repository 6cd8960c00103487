import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveMcp } from '../../cli/mcp.js';
import { boardSource, startService } from '../lib/start-service.js';

test('a client that speaks by lines uses the tools of the service', async () => {
  const service = await startService({ sources: [boardSource('acme', 'http://127.0.0.1:9')], worker: false });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveMcp({ url: service.url, key: null }, { input, output });
  const client = new Client({ name: 'test', version: '1' });
  try {
    // Both ends of the transport frame messages in the same way; this one takes its streams as arguments.
    await client.connect(new StdioServerTransport(output, input));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('search_jobs');
    const stats = await client.callTool({ name: 'geo_stats', arguments: { hours: 2 } });
    expect(JSON.stringify(stats.content)).toContain('searches in 2 hours');
  } finally {
    await client.close();
    input.end();
    await served;
    await service.close();
  }
});

test('what cannot be passed on is answered with an error, a notification with nothing', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveMcp({ url: 'http://127.0.0.1:9', key: null }, { input, output });
  const lines = [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '',
    'no message',
    '[]',
    '{"jsonrpc":"2.0","id":7,"method":"ping"}',
  ];
  input.end(lines.join('\n'));
  await served;
  output.end();
  const answers = (await textOf(output))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toHaveLength(3);
  expect(answers).toEqual(
    expect.arrayContaining([
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This is not a JSON-RPC message.' } },
      {
        jsonrpc: '2.0',
        id: 7,
        error: { code: -32_603, message: expect.stringContaining('cannot be reached at http://127.0.0.1:9') },
      },
    ]),
  );
});
