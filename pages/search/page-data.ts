import type { Answer } from './answer.js';

/** The data that the service embeds in the search page for its script (api/feed/first-results.tsx). */
export type PageData = {
  /** The answer to the search in the address; `null` = none was cached. */
  answer: Answer | null;
  /** A token for an unfinished search that was already counted: requests with it are not counted again. */
  ticket: string | null;
  /** Whether the service can send new jobs by mail. */
  hasAlerts: boolean;
  currencies: readonly string[];
};

let read: PageData | undefined;

/** The data embedded in the page. */
export function pageData(): PageData {
  const element = document.getElementById('page-data');
  read ??= JSON.parse(element?.textContent ?? 'null') as PageData;
  return read;
}

/** The same, for data that may be used once. */
export function takePageData<Name extends 'answer' | 'ticket'>(name: Name): PageData[Name] {
  const { [name]: taken } = pageData();
  read = { ...pageData(), [name]: null };
  return taken;
}
