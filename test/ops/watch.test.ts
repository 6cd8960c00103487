import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createApiMetrics } from '../../api/server/metrics.js';
import { projectFile } from '../../shared/project-file.js';
import { createWorkerMetrics } from '../../worker/process/metrics.js';
import { startFakeBoard } from '../lib/fake-board.js';
import { freePort } from '../lib/free-port.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const read = (file: string): string => readFileSync(projectFile(file), 'utf8');
const token = 'a-token-of-some-length';

/** Tokens of a PromQL expression that may be metrics: no function, label, string, number or duration. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ');
  const words = [...bare.matchAll(/[a-zA-Z_:][\w:]*(?=\s*(\(?))/g)];
  return words
    .filter(([word, call]) => call !== '(' && !['and', 'or', 'unless', 'bool', 'by'].includes(word))
    .map(([word]) => word);
}

/** The labels used with each metric, as `metric` → labels. */
function labelsIn(expression: string): [string, string[]][] {
  return [...expression.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].map(([, metric = '', inside = '']) => [
    metric,
    [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  ]);
}

type Panel = { title: string; type: string; id: number; targets?: { expr: string; refId: string }[] };
const dashboard = JSON.parse(read('ops/grafana/job-search.json')) as { uid: string; panels: Panel[] };
const rules = read('ops/alerts.yml')
  .split(/^ {6}(?=- (?:alert|record): )/m)
  .slice(1)
  .map((text) => ({
    name: /^- \w+: ([\w:]+)/.exec(text)?.[1] ?? '',
    expr:
      (/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)$)/m.exec(text) ?? []).slice(1).find((part) => part !== undefined) ?? '',
    text,
  }));
const alerts = rules.filter(({ text }) => text.startsWith('- alert'));
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [`panel ${title}`, expr] as const),
  ),
  ...rules.map(({ name, expr }) => [`rule ${name}`, expr] as const),
];

/** The API's metrics once a worker has reported how long its searches take. */
async function printedBy(service: TestService): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`${service.admin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (text.includes('job_search_expected_wait_seconds')) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('No worker told how long its searches take.');
}

let printed: string;
/** The metrics of an API and a worker to which nothing has happened yet. */
let fresh: string;

beforeAll(async () => {
  const board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  const service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { ADMIN_PORT: String(await freePort()), ADMIN_TOKEN: token },
  });
  try {
    await service.search({});
    const api = await printedBy(service);
    const browser = () => ({ rendering: 0, contexts: 0, bytes: 0 });
    const gauges = {
      running: () => 0,
      threads: () => ({ threads: 0, waiting: 0 }),
      memory: () => ({ bytes: 0, waiting: 0 }),
      eventLoopDelayMs: () => 0,
      clockAheadMs: () => 0,
      segments: () => ({ postings: 0, memoryBytes: 0, diskBytes: 0, droppedBytes: 0, limitBytes: 0 }),
      browser,
    };
    const begun = { sources: [{ id: 'acme', kind: { kind: 'greenhouse' } }], queues: ['search'] };
    const worker = createWorkerMetrics('worker-1', gauges, begun);
    fresh = `${await createApiMetrics(() => 0).registry.metrics()}\n${await worker.registry.metrics()}`;
    worker.collection('acme', { at: 0, status: 'ok', jobs: 1, tookMs: 1, detail: null, ours: false }, null);
    printed = `${api}\n${await worker.registry.metrics()}`;
  } finally {
    await service.close();
    await board.close();
  }
});

/** `up` is Prometheus' own. */
const given = ['up', ...rules.map(({ name }) => name)];

describe('dashboards and alerts', () => {
  test('query only metrics and labels that an API or a worker exposes', () => {
    const lines = printed.split('\n');
    const names = new Set([...given, ...lines.map((line) => /^[a-zA-Z_:][\w:]*/.exec(line)?.[0] ?? '')]);
    const declared = new Set(lines.map((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? ''));
    expect(expressions.length).toBeGreaterThan(40);
    for (const [where, expr] of expressions) {
      const metrics = metricsIn(expr);
      expect([where, metrics.length > 0]).toEqual([where, true]);
      for (const metric of metrics) {
        const isKnown = names.has(metric) || declared.has(metric.replace(/_(?:bucket|sum|count)$/, ''));
        expect([where, metric, isKnown]).toEqual([where, metric, true]);
      }
      for (const [metric, labels] of labelsIn(expr)) {
        const samples = lines.filter((line) => line.startsWith(`${metric}{`)).join('\n');
        for (const label of labels.filter((each) => !['job', 'instance', 'namespace'].includes(each)))
          expect([where, metric, label, samples.includes(`${label}="`)]).toEqual([where, metric, label, true]);
      }
    }
  });

  test('find every counter that they query from the start, at 0, since the first increase of a new series is not seen', () => {
    const counters = [...printed.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name = '']) => name);
    const asked = new Set(expressions.flatMap(([, expr]) => metricsIn(expr)));
    const needed = counters.filter((name) => asked.has(name) && !name.startsWith('process_'));
    expect(needed.length).toBeGreaterThan(15);
    for (const name of needed) expect([name, fresh.includes(`\n${name}{`)]).toEqual([name, true]);
    for (const series of ['cause="changed"', 'status="503"', 'outcome="browser"', 'answered="problem"'])
      expect(fresh).toContain(series);
  });

  test('warn of an instance that is down while others answer, and of memory beyond what sizing allows', () => {
    const ruled = new Map(alerts.map(({ name, expr }) => [name, expr]));
    expect(ruled.get('JobSearchInstanceDown')).toContain('up{job=~"job-search.*"} == 0');
    expect(ruled.get('JobSearchMemoryHigh')).toContain('job_search_segment_memory_bytes');
  });

  test('show every metric of ours', () => {
    const asked = dashboard.panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
    const ours = [...printed.matchAll(/^# TYPE ((?:job_search|http)_\S+)/gm)].map(([, name = '']) => name);
    expect(ours.length).toBeGreaterThan(20);
    for (const name of ours) expect([name, asked.some((each) => each.startsWith(name))]).toEqual([name, true]);
  });

  test('draw each panel once, with balanced brackets', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type, targets = [] } of dashboard.panels) {
      expect(targets.length > 0).toBe(type !== 'row');
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
    for (const [where, expr] of expressions)
      for (const [open, close] of ['()', '{}', '[]'].map((pair) => pair.split('')))
        expect([where, expr.split(open ?? '').length]).toEqual([where, expr.split(close ?? '').length]);
  });

  test('give every alert a name, a severity and an action', () => {
    const manual = read('docs/guides/runbook.md');
    expect(alerts.length).toBeGreaterThan(10);
    for (const { name, expr, text } of alerts) {
      expect(name).toMatch(/^JobSearch[A-Z]/);
      expect([name, expr !== '']).toEqual([name, true]);
      expect(text).toMatch(/severity: (?:page|ticket)/);
      expect(text).toContain(`runbook: docs/guides/runbook.md#${name.toLowerCase()}`);
      expect([name, manual.includes(`\n#### ${name}\n`)]).toEqual([name, true]);
      const section = manual.split(`\n#### ${name}\n`)[1]?.split('\n#')[0] ?? '';
      for (const part of ['Users see', 'Check', 'Do'])
        expect([name, part, new RegExp(`^- \\*\\*${part}\\*\\*:? \\S+ \\S+`, 'm').test(section)]).toEqual([
          name,
          part,
          true,
        ]);
    }
    const told = [...manual.matchAll(/^#### (JobSearch\w+)$/gm)].map(([, name]) => name);
    expect(told.sort()).toEqual(alerts.map(({ name }) => name).sort());
  });
});

const promtool = spawnSync('promtool', ['--version']).error === undefined;
(promtool ? test : test.skip)('alerts come and go by their causes, as Prometheus evaluates them (promtool)', () => {
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['test', 'rules', projectFile('test/ops/alerts.promtest.yml')],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), '']);
});

test('ops/chart scales by metrics that exist', () => {
  const queries = [...read('ops/chart/templates/autoscaling.yaml').matchAll(/^ +query: (.+)$/gm)];
  const named = queries.flatMap(([, query = '']) => metricsIn(query));
  expect(named).toEqual(['job_search_queue_oldest_wait_seconds']);
  for (const name of named) expect(printed).toContain(`# TYPE ${name} `);
});
