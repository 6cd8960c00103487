import type { CDPSession, Browser as Chromium, Page, Request, Route } from 'playwright';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';

/** Answers a page's requests, stops the page, and handles the end of its renderer process. */
export type TabOwner = { answer(route: Route): Promise<void>; stop(error: SourceError): void; crashed(): void };

/** A Chromium page in its own context, reused for one address after another. */
export type Tab = {
  page: Page;
  /** A DevTools session of the page, besides Playwright's own. */
  session: CDPSession;
  /** The page's DevTools target id. */
  target: string;
  userAgent: string;
  chromium: Chromium;
  /** Assigns the tab to an owner; without one (`null`) every request is refused. */
  own(owner: TabOwner | null): void;
  /** Counts the bytes of a DevTools message about the page, and stops the page when they exceed the limit. */
  received(bytes: number): void;
  stop(error: SourceError): void;
  /** Whether it is being closed. */
  isClosing(): boolean;
  close(): Promise<void>;
};

/**
 * Opens a tab that loads only what its owner answers, without downloads, permissions, dialogs or popups. `whyCrashed` gives
 * the reason when its renderer was killed on purpose.
 */
export async function openTab(
  chromium: Chromium,
  { userAgent, whyCrashed }: { userAgent: string; whyCrashed: () => SourceError | null },
): Promise<Tab> {
  const context = await chromium.newContext({
    userAgent,
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
  });
  // The context of a crashed browser is already closed.
  let isClosing = false;
  const close = () => {
    isClosing = true;
    return context.close().catch(() => undefined);
  };
  let owner: TabOwner | null = null;
  let bytes = 0;
  try {
    // Popups belong to none of our pages, so their requests are refused.
    await context.route('**/*', (route) => refuse(route));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await page.route('**/*', (route) => owner?.answer(route) ?? refuse(route));
    page.on('crash', () => {
      const why = whyCrashed();
      if (why === null) owner?.crashed();
      else owner?.stop(why);
    });
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    context.on('page', (popup) => void popup.close().catch(() => undefined));
    return {
      page,
      session,
      target: targetInfo.targetId,
      userAgent,
      chromium,
      own(next) {
        owner = next;
        bytes = 0;
      },
      received(more) {
        bytes += more;
        if (bytes > browserLimits.pageMessageBytes)
          owner?.stop(
            tooMuch(`The page made Chromium report more than ${browserLimits.pageMessageBytes / 1e6} MB about it.`),
          );
      },
      stop: (error) => owner?.stop(error),
      isClosing: () => isClosing,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const tooMuch = (sentence: string): SourceError => new SourceError('too-large', sentence);

/** Refuses a request; errors are ignored, since its page may be closed. */
export async function refuse(route: Route): Promise<void> {
  await route.abort('blockedbyclient').catch(() => undefined);
}

/** Whether a request is for the page itself, not for a subresource. */
export const isForPage = (request: Request, page: Page): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();
