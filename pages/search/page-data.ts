import type { Answer } from './answer.js';

/** What the service writes into the search page for its script (api/feed/first-results.tsx). */
export type PageData = {
  /** The answer to the search in the address; `null` = none was at hand. */
  answer: Answer | null;
  /** Goes on with a search that was counted and not finished: a request with it is not counted again. */
  ticket: string | null;
  /** Whether the operator has new jobs sent by mail. */
  hasAlerts: boolean;
  currencies: readonly string[];
};

let read: PageData | undefined;

/** What the page came with. */
export function pageData(): PageData {
  const element = document.getElementById('page-data');
  read ??= JSON.parse(element?.textContent ?? 'null') as PageData;
  return read;
}

/** The same, for what may be used once. */
export function takePageData<Name extends 'answer' | 'ticket'>(name: Name): PageData[Name] {
  const { [name]: taken } = pageData();
  read = { ...pageData(), [name]: null };
  return taken;
}
