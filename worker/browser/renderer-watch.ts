import type { CDPSession, Browser as Chromium } from 'playwright';
import { browserLimits } from './browser-limits.js';
import { anonymousBytesOf } from './browser-size.js';

/** Interval at which renderer processes are measured while a page is rendered. */
const checkMs = 200;

/** Measures renderer processes while any page is rendered: call `begin` and `end` for each page. */
export type RendererWatch = { begin(): void; end(): void };

/**
 * Kills a renderer process that uses more than `mostBytes` of memory, after calling `killed` with the bytes used; Playwright
 * then reports the page as crashed. Where the system does not report a process's memory, nothing is killed.
 */
export function createRendererWatch(
  chromium: Chromium,
  killed: (bytes: number) => void,
  mostBytes: number = browserLimits.rendererBytes,
): RendererWatch {
  let pages = 0;
  let timer: NodeJS.Timeout | undefined;
  let session: Promise<CDPSession> | null = null;

  const check = async (): Promise<void> => {
    session ??= chromium.newBrowserCDPSession();
    const { processInfo } = await (await session).send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    for (const { id } of renderers) {
      const bytes = await anonymousBytesOf(id);
      if (bytes === null || bytes <= mostBytes) continue;
      killed(bytes);
      process.kill(id, 'SIGKILL');
    }
  };

  const checkLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      check()
        // Chromium or one of its processes ended in the meantime; its pages report that.
        .catch(() => undefined)
        .finally(() => {
          if (pages > 0 && chromium.isConnected()) checkLater();
        });
    }, checkMs).unref();
  };

  return {
    begin() {
      pages += 1;
      if (pages === 1) checkLater();
    },
    end() {
      pages -= 1;
      if (pages === 0) clearTimeout(timer);
    },
  };
}
