import type { FetchedPage, FetchHashed } from '../fetch/fetch-page.js';
import type { HostPace } from '../fetch/host-pace.js';
import type { SsrfGuard } from '../fetch/ssrf-guard.js';
import { type MailList, withinLimits } from './mail-limits.js';
import { packMails } from './packed-mails.js';
import { listMailFiles, readMailFiles } from './read-mail-files.js';
import { listMailbox, readMailbox } from './read-mailbox.js';

/**
 * Reads the mails of requests that name some, and pages as before. Mails are listed first, so that none is loaded while
 * the folder has the same ones. Requests to a mail server keep to its host's pace.
 */
export function fetchingMails(
  fetchPages: FetchHashed,
  { guard, pace }: { guard: SsrfGuard; pace: HostPace },
): FetchHashed {
  return async (request, options) => {
    const { mails, url } = request;
    if (mails === undefined) return fetchPages(request, options);
    const paced = <Result>(run: () => Promise<Result>): Promise<Result> =>
      mails.from === 'folder'
        ? run()
        : pace(new URL(url).host, { ...options, crawlDelaySeconds: 0 }, { signal: options.signal, run });
    const access = { guard, proxyUrl: options.proxyUrl, signal: options.signal };
    return mails.from === 'folder'
      ? fetched(url, await listMailFiles(mails.files, mails), (names) => readMailFiles(mails.files, names))
      : fetched(url, await paced(() => listMailbox(mails, mails, access)), (uids) =>
          paced(() => readMailbox(mails, uids, access)),
        );
  };
}

function fetched<Mark>(
  url: string,
  list: MailList<Mark>,
  readAll: (marks: readonly Mark[]) => Promise<Buffer[]>,
): FetchedPage {
  const { hash, mails } = list;
  const marks = withinLimits(list);
  const read: FetchedPage['read'] = async () => {
    const body = packMails(await readAll(marks), mails.length - marks.length);
    return { url, contentType: 'application/json', body, rendered: false, hash };
  };
  return { hash, read, heldBytes: 0 };
}
