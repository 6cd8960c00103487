import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasApt, isProgram, isRoot, onPath, run, say } from '../programs.mjs';
import { aptInstall } from './apt.mjs';
import { unpackChromium, unpackedChromium } from './unpack-chromium.mjs';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const rungs = [named, playwrightsOwn, onThisMachine, unpackedBefore, fromNpm, byApt, byPlaywright];

/** The path of a headless Chromium, found or downloaded; null = none: then sources are read only by HTTP. */
export async function findChromium() {
  for (const rung of rungs) {
    try {
      const found = await rung();
      if (found !== null) {
        say(`Chromium: ${found}`);
        return found;
      }
    } catch (error) {
      say(`Chromium: ${error.message.split('\n').slice(0, 3).join(' ')}`);
    }
  }
  say('Chromium: none; pages that need JavaScript are not read (set CHROMIUM_PATH to a Chromium)');
  return null;
}

function named() {
  const path = process.env.CHROMIUM_PATH ?? '';
  if (path === '') return null;
  if (isProgram(path)) return path;
  throw new Error(`CHROMIUM_PATH=${path} is not a program; looking further`);
}

/** The headless shell that `npx playwright install` put into Playwright's folder for the version in use. */
function playwrightsOwn() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(cacheFolder(), 'ms-playwright');
  const { browsers } = JSON.parse(readFileSync(join(playwrightFolder('playwright-core'), 'browsers.json'), 'utf8'));
  const { revision } = browsers.find(({ name }) => name === 'chromium-headless-shell');
  const shell = join(folder, `chromium_headless_shell-${revision}`);
  if (!existsSync(join(shell, 'INSTALLATION_COMPLETE'))) return null;
  const programs = ['chrome-headless-shell', 'headless_shell', 'chrome-headless-shell.exe'];
  const all = readdirSync(shell).flatMap((entry) => programs.map((program) => join(shell, entry, program)));
  return all.find(isProgram) ?? null;
}

/** The folder of Playwright's package, wherever npm has put it. */
function playwrightFolder(name) {
  const resolver = createRequire(import.meta.url);
  const playwright = resolver.resolve('playwright/package.json');
  return dirname(name === 'playwright' ? playwright : createRequire(playwright).resolve(`${name}/package.json`));
}

function cacheFolder() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
}

function onThisMachine() {
  return onPath(names);
}

function unpackedBefore() {
  return unpackedChromium();
}

async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  say('Chromium: none here; npm fetches @sparticuz/chromium 147 into .cache (64 MB, once)');
  return await unpackChromium();
}

function byApt() {
  if (!hasApt() || !isRoot()) return null;
  say('Chromium: apt-get installs chromium-headless-shell');
  aptInstall(['chromium-headless-shell']);
  return onThisMachine();
}

function byPlaywright() {
  say('Chromium: npx playwright install --only-shell chromium');
  run(process.execPath, [join(playwrightFolder('playwright'), 'cli.js'), 'install', '--only-shell', 'chromium']);
  return playwrightsOwn();
}
