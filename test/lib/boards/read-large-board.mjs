// Reads a large board by HTTP as a worker does, part by part, and reports what it read and the most memory it took.
import { createFetchHashed } from '../../../dist/worker/fetch/fetch-page.js';
import { createFetchRaw } from '../../../dist/worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../dist/worker/fetch/ssrf-guard.js';
import { greenhouse } from '../../../dist/worker/sources/kinds/systems/greenhouse.js';

const baseUrl = process.argv[2] ?? '';
const fetchRaw = createFetchRaw(createSsrfGuard(['127.0.0.1']));
const fetchHashed = createFetchHashed({
  fetchRaw,
  robots: async () => 0,
  pace: (_host, _pace, { run }) => run(),
  revalidationCache: { readHead: async () => null, read: async () => null, write: async () => undefined },
});
const settings = { id: 'acme', kind: 'greenhouse', board: 'acme', baseUrl };
const [request] = greenhouse.requests(settings, {});
const options = { signal: new AbortController().signal, userAgent: 'test', perMinute: 60, concurrency: 1 };
const { further, ...response } = await (await fetchHashed(request, options)).read();
const titles = new Set();
let parts = 0;
const add = (body) => {
  parts += 1;
  for (const { title } of greenhouse.parse({ ...response, body }, request, settings).postings) titles.add(title);
};
add(response.body);
for await (const body of further) add(body);
await fetchRaw.close();
process.stdout.write(
  JSON.stringify({ parts, postings: titles.size, mostMegabytes: process.resourceUsage().maxRSS / 1000 }),
);
