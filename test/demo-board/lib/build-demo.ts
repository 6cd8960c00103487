import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { transformFileSync } from '@swc/core';

const root = resolve(import.meta.dirname, '../../..');

/** Compiles the demo board to plain JavaScript in a temporary directory, to be run as a process; `remove` deletes it. */
export function buildDemo(): { main: string; remove(): void } {
  const out = mkdtempSync(join(tmpdir(), 'demo-board-'));
  for (const room of ['demo-board', 'shared']) {
    const names = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    for (const name of names) {
      const target = join(out, room, name.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(
        target,
        transformFileSync(join(root, room, name), {
          swcrc: false,
          jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
          module: { type: 'es6' },
        }).code,
      );
    }
  }
  cpSync(join(root, 'demo-board', 'data'), join(out, 'demo-board', 'data'), { recursive: true });
  writeFileSync(join(out, 'package.json'), '{"type":"module"}');
  return { main: join(out, 'demo-board', 'main.js'), remove: () => rmSync(out, { recursive: true, force: true }) };
}
