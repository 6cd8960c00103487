import type { Browser as Chromium, Page, Request, Route } from 'playwright';

/** A page of Chromium in a context of its own, that shows one address after another. */
export type Tab = {
  page: Page;
  userAgent: string;
  chromium: Chromium;
  /** Who answers what the page asks for, and hears that its process ended; `null` = nobody: all is refused. */
  owner: { answer(route: Route): Promise<void>; crashed(): void } | null;
  close(): Promise<void>;
};

/** Opens a tab that loads nothing but what its owner answers, and neither downloads, asks, nor opens others. */
export async function openTab(chromium: Chromium, userAgent: string): Promise<Tab> {
  const context = await chromium.newContext({
    userAgent,
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
  });
  // A context of a browser that died is gone with it; there is nothing left to close.
  const close = () => context.close().catch(() => undefined);
  try {
    // What a popup asks for belongs to no page of ours: nothing of it is loaded.
    await context.route('**/*', (route) => refuse(route));
    const page = await context.newPage();
    const tab: Tab = { page, userAgent, chromium, owner: null, close };
    await page.route('**/*', (route) => tab.owner?.answer(route) ?? refuse(route));
    page.on('crash', () => tab.owner?.crashed());
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    context.on('page', (popup) => void popup.close().catch(() => undefined));
    return tab;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Refuses a request; one whose page is gone needs no answer. */
export async function refuse(route: Route): Promise<void> {
  await route.abort('blockedbyclient').catch(() => undefined);
}

/** Whether a request is for the page itself, not for a part of it. */
export const isForPage = (request: Request, page: Page): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();
