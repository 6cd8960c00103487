import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { isProgram, npm, root, run, writeLauncher } from '../programs.mjs';

const home = join(root, '.cache', 'chromium-147');
const tools = join(root, 'tools', 'chromium');
const launcher = join(home, 'chromium');

/** The Chromium unpacked by an earlier start, or null. */
export function unpackedChromium() {
  if (!isProgram(launcher)) return null;
  letOthersRun();
  return launcher;
}

/**
 * Unpacks the headless Chromium contained in the npm package @sparticuz/chromium into a folder that only this user can write
 * to. (The package's own unpacking trusts any file at a fixed path in the temporary folder.)
 */
export async function unpackChromium() {
  npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tools });
  const packed = join(tools, 'node_modules', '@sparticuz', 'chromium', 'bin');
  mkdirSync(dirname(home), { recursive: true });
  const fresh = mkdtempSync(`${home}.`); // mkdtemp makes it 0700
  try {
    const program = join(fresh, 'headless_shell');
    await pipeline(
      createReadStream(join(packed, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(program, { mode: 0o700 }),
    );
    const folders = runs(program) ? [] : [join(home, 'lib')];
    if (folders.length > 0) unpackTar(brotliDecompressSync(readFileSync(join(packed, 'al2023.tar.br'))), fresh);
    writeLauncher(join(fresh, 'chromium'), join(home, 'headless_shell'), folders);
    rmSync(home, { recursive: true, force: true });
    renameSync(fresh, home);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  letOthersRun();
  run(launcher, ['--version']);
  // The unpacked browser replaces these 64 MB of brotli.
  rmSync(join(tools, 'node_modules'), { recursive: true, force: true });
  return launcher;
}

/** A worker that runs as root starts Chromium as an unprivileged user, which needs to read and execute it, nothing more. */
function letOthersRun() {
  if (process.getuid?.() !== 0) return;
  const paths = readdirSync(home, { recursive: true }).map((name) => join(home, name));
  for (const path of [home, ...paths]) chmodSync(path, 0o755);
}

/** Whether the browser finds all its libraries on this machine. */
function runs(program) {
  return spawnSync(program, ['--version']).status === 0;
}

/** Unpacks the plain files of a tar archive (POSIX ustar: blocks of 512 bytes). */
export function unpackTar(archive, folder) {
  const text = (start, length) => archive.toString('utf8', start, start + length).replace(/\0.*$/s, '');
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = text(at, 100);
    const size = Number.parseInt(text(at + 124, 12), 8);
    const kind = text(at + 156, 1);
    if ((kind === '0' || kind === '') && !name.split('/').includes('..')) {
      const target = join(folder, name);
      if (!existsSync(dirname(target))) mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, archive.subarray(at + 512, at + 512 + size));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
