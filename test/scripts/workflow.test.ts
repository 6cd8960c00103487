import { readdirSync, readFileSync, statSync } from 'node:fs';

import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';

const read = (file: string): unknown => parse(readFileSync(projectFile(file), 'utf8'));

const workflow = z
  .object({
    permissions: z.record(z.string(), z.string()),
    jobs: z.object({
      test: z.object({
        strategy: z.object({ matrix: z.object({ node: z.array(z.number()) }) }),
        steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })),
      }),
    }),
  })
  .parse(read('.github/workflows/ci.yml'));

describe('the GitHub workflow', () => {
  test('runs every required check, under each supported version of Node', () => {
    const { strategy, steps } = workflow.jobs.test;
    expect(strategy.matrix.node).toEqual([20, 22, 24, 26]);
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(commands).toEqual(['.ci/run']);
    expect(statSync(projectFile('.ci/run')).mode & 0o111).toBe(0o111);
  });

  test('has read-only permissions, and pins the actions it uses', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const { uses } of workflow.jobs.test.steps)
      if (uses !== undefined) expect(uses).toMatch(/@(?:(?:release\/)?v\d+|[0-9a-f]{40})$/);
  });
});

describe('the release workflow', () => {
  const step = z.object({ uses: z.string().optional(), run: z.string().optional() });
  const job = z.object({ needs: z.string().optional(), permissions: z.record(z.string(), z.string()).optional() });
  const release = z
    .object({
      on: z.object({ push: z.object({ tags: z.array(z.string()) }) }),
      permissions: z.record(z.string(), z.string()),
      jobs: z.record(z.string(), job.extend({ steps: z.array(step) })),
    })
    .parse(read('.github/workflows/release.yml'));

  test('publishes tags alone, after all checks, with no more rights than each job needs', () => {
    expect(release.on.push.tags).toEqual(['v*.*.*']);
    expect(release.permissions).toEqual({ contents: 'read' });
    const { check, images, chart, packages } = release.jobs;
    expect(check?.steps.map(({ run }) => run)).toContain('.ci/run');
    expect(check?.permissions).toBeUndefined();
    expect([images?.needs, chart?.needs, packages?.needs]).toEqual(['check', 'images', 'check']);
    expect(packages?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    for (const { uses } of Object.values(release.jobs).flatMap(({ steps }) => steps))
      if (uses !== undefined) expect(uses).toMatch(/@(?:(?:release\/)?v\d+|[0-9a-f]{40})$/);
  });

  test('builds targets that the Dockerfile has', () => {
    const dockerfile = readFileSync(projectFile('Dockerfile'), 'utf8');
    const text = readFileSync(projectFile('.github/workflows/release.yml'), 'utf8');
    const targets = [...text.matchAll(/- target: (\w+)/g)].map(([, target]) => target);
    expect(targets).toEqual(['one', 'service', 'browser']);
    for (const target of targets) expect(dockerfile).toMatch(new RegExp(` AS ${target}$`, 'm'));
  });

  test('has one version in all packages', () => {
    const version = (file: string) => z.object({ version: z.string() }).parse(read(file)).version;
    const [, python] =
      /^version = "(.+)"$/m.exec(readFileSync(projectFile('client-python/pyproject.toml'), 'utf8')) ?? [];
    expect([version('client/package.json'), python]).toEqual([version('package.json'), version('package.json')]);
  });
});

describe('issue templates', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  const field = z.object({
    type: z.string(),
    id: z.string().optional(),
    attributes: z.record(z.string(), z.unknown()),
  });
  const form = z.object({ name: z.string(), description: z.string(), body: z.array(field).min(1) });

  test.each(readdirSync(projectFile(folder)).filter((file) => file !== 'config.yml'))(
    '%s is a form whose inputs have an id and a label',
    (file) => {
      for (const { type, id, attributes } of form.parse(read(join(folder, file))).body)
        if (type !== 'markdown') expect([typeof id, typeof attributes.label]).toEqual(['string', 'string']);
    },
  );
});

test('CONTRIBUTING.md names commands and files that exist', () => {
  const text = readFileSync(projectFile('CONTRIBUTING.md'), 'utf8');
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(projectFile('package.json'), 'utf8')));
  const commands = [...text.matchAll(/npm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(15);
  for (const name of commands) expect([name, scripts[name] !== undefined]).toEqual([name, true]);
  const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) expect(() => statSync(projectFile(path))).not.toThrow();
});
