import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';

/** A process that renders one page and is told to shut down meanwhile. */
const script = (url: string) => `
  const from = (file) => import(${JSON.stringify(projectFile('dist'))} + '/' + file);
  const { createBrowser } = await from('worker/browser/browser.js');
  const { createFetchRaw } = await from('worker/fetch/fetch-raw.js');
  const { createSsrfGuard } = await from('worker/fetch/ssrf-guard.js');
  const { createLogger } = await from('shared/logger.js');
  const fetchRaw = createFetchRaw(createSsrfGuard(['127.0.0.1']));
  const browser = createBrowser({ chromiumPath: ${JSON.stringify(chromiumPath)}, logger: createLogger('silent', 'test'), fetchRaw });
  process.on('SIGTERM', () => undefined);
  const { html } = await browser.session().render(${JSON.stringify(url)}, { signal: AbortSignal.timeout(20000), userAgent: 'test' });
  console.log(html.includes('after the signal') ? 'rendered' : html);
  await browser.close();
  await fetchRaw.close();`;

test('an in-flight page is rendered to its end during shutdown', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/page') {
      const page =
        '<p id="p"></p><script>fetch("/late").then((a) => a.text()).then((t) => { p.textContent = t; })</script>';
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
    child.kill('SIGTERM');
    setTimeout(() => response.end('after the signal'), 300);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script(url)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) said.push(line);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(said).toEqual(['rendered']);
});
