import type { CDPSession, Browser as Chromium, Page, Request, Route } from 'playwright';
import { limits } from '../limits.js';
import { SourceError } from '../sources/source-errors.js';

/** Who answers what a page asks for, stops it, and hears that its process ended. */
export type TabOwner = { answer(route: Route): Promise<void>; stop(error: SourceError): void; crashed(): void };

/** A page of Chromium in a context of its own, that shows one address after another. */
export type Tab = {
  page: Page;
  /** DevTools of the page, besides Playwright's. */
  session: CDPSession;
  /** The page's name in messages of DevTools. */
  target: string;
  userAgent: string;
  chromium: Chromium;
  /** Takes the tab for one page; `null` = nobody has it, and all it asks for is refused. */
  own(owner: TabOwner | null): void;
  /** A message of so many bytes about the page came from Chromium; one too many stops it. */
  received(bytes: number): void;
  stop(error: SourceError): void;
  close(): Promise<void>;
};

/**
 * Opens a tab that loads nothing but what its owner answers, and neither downloads, asks, nor opens others. `whyCrashed`
 * knows when a process was ended on purpose.
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
  // A context of a browser that died is gone with it; there is nothing left to close.
  const close = () => context.close().catch(() => undefined);
  let owner: TabOwner | null = null;
  let bytes = 0;
  try {
    // What a popup asks for belongs to no page of ours: nothing of it is loaded.
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
        if (bytes > limits.pageMessageBytes)
          owner?.stop(tooMuch(`The page made Chromium report more than ${limits.pageMessageBytes / 1e6} MB about it.`));
      },
      stop: (error) => owner?.stop(error),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const tooMuch = (sentence: string): SourceError => new SourceError('too-large', sentence);

/** Refuses a request; one whose page is gone needs no answer. */
export async function refuse(route: Route): Promise<void> {
  await route.abort('blockedbyclient').catch(() => undefined);
}

/** Whether a request is for the page itself, not for a part of it. */
export const isForPage = (request: Request, page: Page): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();
