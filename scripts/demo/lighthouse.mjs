/**
 * `npm run bench -- lighthouse [PAGE …] [--write]`: runs Lighthouse, as on a phone, on all or the named pages of a
 * service on the demo board, and prints the scores; `--write` writes those of all pages to docs/reports/benchmarks.md.
 * Ends with 1 when a score is below the target. Lighthouse is installed into tools/lighthouse when it is missing or its
 * lock file has changed.
 */
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.mjs';
import { setup } from '../install/setup.mjs';
import { root, say } from '../programs.mjs';
import { startDemo } from './start-demo.mjs';

const run = promisify(execFile);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const target = 95;
/** The largest report of Lighthouse, in bytes, and the milliseconds that one page may take. */
const most = { maxBuffer: 40_000_000, timeout: 240_000 };
const folder = join(root, 'tools/lighthouse');

function install() {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const stamp = join(folder, 'node_modules/.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const arguments_ = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', arguments_, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('Lighthouse could not be installed.');
  writeFileSync(stamp, lock);
}

/** The first job of a search, collected for it, and its company. */
async function firstJob(url) {
  const response = await fetch(`${url}/api/jobs/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'wait=60' },
    body: JSON.stringify({ keyword: 'engineer' }),
  });
  const { jobs } = await response.json();
  if (jobs?.[0] === undefined) throw new Error(`The demo board has no job: status ${response.status}.`);
  return jobs[0];
}

/** `isHidden`: the page refuses indexing, which then is not a fault; `headers` are sent with each request. */
async function measure(address, { chromium, isHidden = false, headers = {} }) {
  const running = run(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      address,
      ...['--quiet', '--output=json', `--only-categories=${categories.join(',')}`, '--max-wait-for-load=60000'],
      ...(isHidden ? ['--skip-audits=is-crawlable'] : []),
      `--extra-headers=${JSON.stringify(headers)}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { ...most, env: { ...process.env, CHROME_PATH: chromium } },
  );
  // Lighthouse closes its Chromium at this signal.
  const stop = () => running.child.kill('SIGINT');
  process.once('exit', stop);
  const { stdout } = await running.finally(() => process.off('exit', stop));
  const report = JSON.parse(stdout);
  const scores = categories.map((name) => Math.round((report.categories[name].score ?? 0) * 100));
  const failed = Object.values(report.audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
  );
  const value = (audit) => report.audits[audit].displayValue ?? '–';
  return {
    scores,
    paint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    failed: failed.map(({ id, title, details }) =>
      [`${id}: ${title}`, ...(details?.items ?? []).flatMap(({ node }) => node?.snippet ?? [])].join('\n    '),
    ),
  };
}

const heads = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'largest paint',
  'blocking',
  'layout shift',
];

const lineOf = (cells) => `| ${cells.join(' | ')} |`;

const tableOf = (rows) =>
  [
    lineOf(heads),
    lineOf(heads.map(() => '---')),
    ...rows.map(({ name, scores, paint, blocking, shift }) => lineOf([name, ...scores, paint, blocking, shift])),
  ].join('\n');

const about = `## Pages in Lighthouse

Lighthouse as on a phone (its simulated slow network and a processor four times slower), on a service on the demo board with
\`INDEXING=on\`. The target is ${target} in each category. A page with \`noindex\` is kept from search engines on purpose: its SEO is
that of the other audits. Load raises the blocking time and lowers the performance.`;

/**
 * The pages by name: their address, whether they refuse to be indexed, and the headers of their requests. `admin`: the operator's
 * port and its token.
 */
function pagesOf({ url, job, admin }) {
  const company = encodeURIComponent(job.company.name);
  const operator = Buffer.from(`operator:${admin.token}`).toString('base64');
  return {
    '/': { address: `${url}/` },
    results: { address: `${url}/?keyword=engineer`, isHidden: true },
    'results without scripts': { address: `${url}/search?keyword=engineer`, isHidden: true },
    'a job': { address: `${url}/jobs/${job.id}` },
    '/companies': { address: `${url}/companies` },
    'a company': { address: `${url}/companies/${company}` },
    '/saved': { address: `${url}/saved` },
    '/alerts': { address: `${url}/alerts?keyword=engineer`, isHidden: true },
    pay: { address: `${url}/salaries?keyword=engineer`, isHidden: true },
    '/geo': { address: `${url}/geo` },
    docs: { address: `${url}/api/docs` },
    '/admin': {
      ...{ address: `http://127.0.0.1:${admin.port}/admin`, isHidden: true },
      headers: { Authorization: `Basic ${operator}` },
    },
  };
}

install();
const { chromium } = await setup({ redisNeeded: false });
if (chromium === null) throw new Error('Lighthouse needs a Chromium: set CHROMIUM_PATH.');
const named = process.argv.slice(2).filter((word) => word !== '--write');
const writes = process.argv.includes('--write');
if (writes && named.length > 0) throw new Error('--write takes no pages: a section is measured as a whole.');
const { writeSection } = await import('../../dist/bench/figures/sections.js');
const { takeStamp } = await import('../../dist/bench/figures/stamp.js');
const stamp = writes ? takeStamp('npm run bench -- lighthouse --write') : null;
const admin = { port: await freePort(), token: randomBytes(16).toString('hex') };
const service = await startDemo({
  ...{ INDEXING: 'on', ADMIN_PORT: String(admin.port), ADMIN_TOKEN: admin.token },
  // Alerts are offered but never requested, so nothing is sent.
  ...{ SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'jobs@example.org', MAIL_TO: '@example.org' },
});
const rows = [];
try {
  const pages = pagesOf({ url: service.url, job: await firstJob(service.url), admin });
  for (const [name, { address, ...how }] of Object.entries(pages)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const shown = how.isHidden === true ? `${name}, \`noindex\`` : name;
    const row = { name: shown, ...(await measure(address, { chromium, ...how })) };
    rows.push(row);
    say(
      `lighthouse: ${name}: ${row.scores.join(', ')} (${categories.join(', ')})${row.failed.map((each) => `\n  ${each}`).join('')}`,
    );
  }
} finally {
  await service.end();
}
process.stdout.write(`${tableOf(rows)}\n`);
if (stamp !== null) writeSection('docs/reports/benchmarks.md', 'lighthouse', `${about}\n\n${tableOf(rows)}`, { stamp });
if (rows.some(({ scores }) => scores.some((score) => score < target))) process.exitCode = 1;
