/**
 * Firefox (WebDriver BiDi, by puppeteer-core) and WebKitGTK (WebDriver, by its own driver) behind one small interface:
 * `open(address)`, `evaluate(function, ...arguments)`, `click(selector)`, `type(selector, text)`, `press(key)`, `back()`,
 * `size(width, height)`, `picture(file)`, `problems()` (uncaught errors of the pages; none is read from WebKit) and `close()`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';
import { isProgram, npm, onPath } from '../../scripts/programs.mjs';

const puppeteerVersion = '24.43.1';

/** The program named by an environment variable, or the first of these names on PATH, or null. */
function program(variable, names) {
  const named = process.env[variable] ?? '';
  if (named === '') return onPath(names);
  if (!isProgram(named)) throw new Error(`${variable}=${named} is not a program.`);
  return named;
}

/** Starts Firefox with a profile below `folder`, where puppeteer-core is installed; null when no Firefox is on this machine. */
export async function startFirefox(folder) {
  const executablePath = program('FIREFOX_PATH', ['firefox-esr', 'firefox']);
  if (executablePath === null) return null;
  const packages = join(folder, 'packages');
  mkdirSync(packages);
  writeFileSync(join(packages, 'package.json'), '{"private":true}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  npm(['install', ...flags, `puppeteer-core@${puppeteerVersion}`], { cwd: packages });
  const entry = createRequire(join(packages, 'package.json')).resolve('puppeteer-core');
  const { default: puppeteer } = await import(pathToFileURL(entry));
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  const find = async (selector) => {
    const found = await page.$(selector);
    if (found === null) throw new Error(`Nothing is ${selector}.`);
    return found;
  };
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return {
    name: await browser.version(),
    // `page.goto` waits for an event that does not come after a return to a cached page.
    open: async (address) => {
      await page.evaluate((to) => {
        document.documentElement.dataset.left = 'true';
        location.assign(to);
      }, address);
      // Firefox shows about:blank for a moment when the new page is in another process.
      const isOpen = () =>
        document.readyState === 'complete' &&
        location.protocol !== 'about:' &&
        document.documentElement.dataset.left === undefined;
      const end = Date.now() + 30_000;
      while (!(await page.evaluate(isOpen).catch(() => false))) {
        if (Date.now() > end) throw new Error(`${address} has not loaded within 30 s.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    evaluate: (of, ...values) => page.evaluate(of, ...values),
    click: async (selector) => (await find(selector)).click(),
    type: async (selector, text) => (await find(selector)).type(text),
    press: (key) => page.keyboard.press(key),
    // A page that comes back from the cache of Firefox has no load event, which `page.goBack` waits for.
    back: () => page.evaluate(() => history.back()),
    size: (width, height) => page.setViewport({ width, height }),
    picture: (file) => page.screenshot({ path: file }),
    problems: () => errors,
    close: () => browser.close(),
  };
}

/** Code points of keys in WebDriver's actions. */
const keys = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C' };
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Sends a command of WebDriver; returns its value, throws with the driver's words. */
async function command(address, method, body) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(address, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${new URL(address).pathname}: ${value?.error}: ${value?.message}`);
  return value;
}

/** A session of the driver, which listens soon after it has started. */
async function newSession(driver, base, capabilities) {
  for (let tries = 1; ; tries++)
    try {
      return await command(`${base}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
    } catch (error) {
      if (!(error instanceof TypeError) || tries === 100 || driver.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

/** Starts WebKitGTK's MiniBrowser on a virtual display; null when its driver or Xvfb is not on this machine. */
export async function startWebKit() {
  const [path, launcher] = [program('WEBKIT_DRIVER_PATH', ['WebKitWebDriver']), onPath(['xvfb-run'])];
  if (path === null || launcher === null) return null;
  const port = await freePort();
  // The driver and the display are one process group, which `close` ends.
  const driver = spawn(launcher, ['-a', '-s', '-screen 0 1600x1200x24', path, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  });
  const stop = () => driver.exitCode === null && process.kill(-driver.pid, 'SIGTERM');
  const base = `http://127.0.0.1:${port}`;
  try {
    const session = await newSession(driver, base, {});
    const at = `${base}/session/${session.sessionId}`;
    const send = (path, body) => command(`${at}/${path}`, 'POST', body);
    const find = async (selector) => {
      const found = await send('element', { using: 'css selector', value: selector });
      return `element/${found[elementKey]}`;
    };
    return {
      name: `${session.capabilities.browserName} ${session.capabilities.browserVersion}`,
      open: (address) => send('url', { url: address }),
      evaluate: (of, ...values) => send('execute/sync', { script: `return (${of})(...arguments)`, args: values }),
      click: async (selector) => send(`${await find(selector)}/click`, {}),
      type: async (selector, text) => send(`${await find(selector)}/value`, { text }),
      press: (key) => {
        const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: keys[key] ?? key }));
        return send('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
      },
      back: () => send('back', {}),
      size: (width, height) => send('window/rect', { width, height }),
      picture: async (file) => writeFileSync(file, Buffer.from(await command(`${at}/screenshot`, 'GET'), 'base64')),
      problems: () => [],
      close: async () => {
        await command(at, 'DELETE');
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
