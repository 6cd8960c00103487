import type { CDPSession, Browser as Chromium } from 'playwright';
import { limits } from '../limits.js';
import { heldBy } from './browser-size.js';

/** How often the processes that show pages are measured while a page is rendered. */
const everyMs = 200;

/** Measures the processes that show pages for as long as any page is rendered. */
export type RendererWatch = { begin(): void; end(): void };

/**
 * Ends a process that shows a page and holds more than `mostBytes`; `ended` is told how many it held just before, and
 * Playwright then reports the page as crashed. Where the system does not tell a process's memory, nothing is ended.
 */
export function createRendererWatch(
  chromium: Chromium,
  ended: (bytes: number) => void,
  mostBytes: number = limits.rendererBytes,
): RendererWatch {
  let pages = 0;
  let timer: NodeJS.Timeout | undefined;
  let session: Promise<CDPSession> | null = null;

  const look = async (): Promise<void> => {
    session ??= chromium.newBrowserCDPSession();
    const { processInfo } = await (await session).send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    for (const { id } of renderers) {
      const bytes = await heldBy(id);
      if (bytes === null || bytes <= mostBytes) continue;
      ended(bytes);
      process.kill(id, 'SIGKILL');
    }
  };

  const lookLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      look()
        // Chromium or one of its processes ended meanwhile: the pages hear of it themselves.
        .catch(() => undefined)
        .finally(() => {
          if (pages > 0 && chromium.isConnected()) lookLater();
        });
    }, everyMs).unref();
  };

  return {
    begin() {
      pages += 1;
      if (pages === 1) lookLater();
    },
    end() {
      pages -= 1;
      if (pages === 0) clearTimeout(timer);
    },
  };
}
