import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { threadFile } from '../../../worker/threads/thread-pool.js';

/** Runs an ES module in a Node process of its own, as the service's processes run: with source maps. */
const runNode = (code: string) =>
  spawnSync(process.execPath, ['--enable-source-maps', '--input-type=module', '-e', code], { encoding: 'utf8' });

describe('the file of the threads', () => {
  test('imports no modules but those of Node', () => {
    const imports = [
      ...readFileSync(threadFile(), 'utf8').matchAll(/(?:^|;)import\b[^;]{1,2000}?\bfrom ?"([^"]+)";/gm),
    ];
    const modules = imports.map(([, module = '']) => module);
    expect(modules).toContain('node:worker_threads');
    expect(modules.filter((module) => !isBuiltin(module))).toEqual([]);
  });

  test('has the functions of the sources, which work', () => {
    const names = (file: string) => `Object.keys(await import(${JSON.stringify(file)})).sort()`;
    const code = `
      const whole = ${names(threadFile())};
      const sources = ${names(projectFile('dist/worker/threads/thread-tasks.js'))};
      const { begin } = await import(${JSON.stringify(threadFile())});
      begin({ progress: new SharedArrayBuffer(12) });
      console.log(JSON.stringify({ whole, sources }));`;
    const { stdout, stderr } = runNode(code);
    expect(stderr).toBe('');
    const { whole, sources } = JSON.parse(stdout) as Record<'whole' | 'sources', string[]>;
    expect(whole).toEqual(sources);
    expect(whole).toContain('normaliseBatch');
  });

  test('names the lines of the sources in a stack', () => {
    const task = '{ kind: "none", response: { body: "" }, request: {}, progress: new SharedArrayBuffer(12) }';
    const { stderr } = runNode(`(await import(${JSON.stringify(threadFile())})).parsePage(${task});`);
    expect(stderr).toMatch(/at \S*parsePage \(.*\/worker\/threads\/thread-tasks\.ts:\d+:\d+\)/);
  });

  test('reports a detail that breaks its reader as unreadable, so that it costs only its posting', () => {
    const task =
      '{ kind: "none", response: { body: "" }, request: { role: "detail" }, progress: new SharedArrayBuffer(12) }';
    const { stdout } = runNode(
      `console.log(JSON.stringify((await import(${JSON.stringify(threadFile())})).parsePage(${task})));`,
    );
    expect(JSON.parse(stdout)).toMatchObject({
      failure: 'changed',
      message: 'It could not be read (Error: There is no kind "none".).',
    });
  });
});
