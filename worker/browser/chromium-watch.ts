import type { CDPSession, Browser as Chromium } from 'playwright';
import { browserLimits } from './browser-limits.js';
import { anonymousBytesOf } from './browser-size.js';

/** Interval of the checks while a page is rendered, and while none is. */
const checkMs = 200;
const idleCheckMs = 1000;

/** Watches one Chromium until it ends: call `begin` and `end` for each page. */
export type ChromiumWatch = {
  begin(): void;
  end(): void;
  /** The same promise, which Chromium must settle within `browserLimits.answerMs`. */
  answers<Result>(work: Promise<Result>): Promise<Result>;
};

type Listener = {
  /** A renderer process was killed while it used this many bytes. */
  killed(bytes: number): void;
  /** Chromium did not answer, or its first process is too large. Called once. */
  hung(why: string): void;
};

/**
 * Kills a renderer process that uses more than `browserLimits.rendererBytes` of memory, after calling `killed`; Playwright then
 * reports the page as crashed. Ends a Chromium whose first process uses more than `browserLimits.browserBytes`. Where the system does not
 * report a process's memory, nothing is killed. The question for the processes, answered by the browser process, and one for cookies,
 * answered by the network process, show that both work. The time without an answer is counted in checks, so that a pause of this process
 * or a late timer is not taken for Chromium's.
 */
export function createChromiumWatch(
  { chromium, pid }: { chromium: Chromium; pid: number },
  { killed, hung }: Listener,
): ChromiumWatch {
  /** What has not settled, and for how long. */
  const unanswered = new Map<Promise<unknown>, number>();
  let pages = 0;
  let timer: NodeJS.Timeout | undefined;
  let session: Promise<CDPSession> | null = null;
  let checking = false;
  let isOver = false;

  const end = (why: string): void => {
    if (isOver) return;
    isOver = true;
    hung(why);
  };

  const answers = async <Result>(work: Promise<Result>): Promise<Result> => {
    unanswered.set(work, 0);
    try {
      return await work;
    } finally {
      unanswered.delete(work);
    }
  };

  const ask = async () => {
    session ??= chromium.newBrowserCDPSession();
    const { processInfo } = await (await session).send('SystemInfo.getProcessInfo');
    await (await session).send('Storage.getCookies');
    return processInfo;
  };

  const check = async (): Promise<void> => {
    const processes = await answers(ask());
    for (const { id, type } of pages > 0 ? processes : []) {
      const bytes = type === 'renderer' ? await anonymousBytesOf(id) : null;
      if (bytes === null || bytes <= browserLimits.rendererBytes) continue;
      killed(bytes);
      process.kill(id, 'SIGKILL');
    }
  };

  const checkLater = (): void => {
    clearTimeout(timer);
    const delayMs = pages > 0 ? checkMs : idleCheckMs;
    timer = setTimeout(() => {
      if (isOver || !chromium.isConnected()) return;
      for (const [work, forMs] of unanswered) unanswered.set(work, forMs + delayMs);
      if (Math.max(0, ...unanswered.values()) >= browserLimits.answerMs) return end('does not answer');
      // It is asked of the system: a Chromium whose first process grows does not answer.
      void anonymousBytesOf(pid).then((bytes) => {
        if ((bytes ?? 0) > browserLimits.browserBytes) end('takes too much memory');
      });
      if (!checking) {
        checking = true;
        check()
          // Chromium or one of its processes ended in the meantime; its pages report that.
          .catch(() => undefined)
          .finally(() => {
            checking = false;
          });
      }
      checkLater();
    }, delayMs).unref();
  };

  checkLater();
  return {
    begin() {
      pages += 1;
      if (pages === 1) checkLater();
    },
    end() {
      pages -= 1;
    },
    answers,
  };
}
