import type { AskPage } from '../../openings/ask-absent.js';
import { closedStatement } from '../../sources/parse/closed-page.js';
import { paceOf, type Source, SourceError } from '../../sources/source.js';
import type { CollectContext } from '../crawl/collect-context.js';

/** How long all pages of one reading may take, the host's pace included. */
const askMs = 60_000;

/** Asks pages of postings as any page of their source is asked: by robots.txt, at the host's pace, within all limits. */
export function createAskPage(
  { fetchPage, userAgent }: Pick<CollectContext['pageAccess'], 'fetchPage' | 'userAgent'>,
  source: Source,
  stop: AbortSignal,
): AskPage {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(askMs)]);
  const options = { signal, userAgent: source.settings.userAgent ?? userAgent, ...paceOf(source), brief: true };
  return async (url) => {
    try {
      const { body } = await fetchPage({ url, role: 'detail', accept: 'page' }, options);
      return closedStatement(body) === null ? 'there' : 'gone';
    } catch (error) {
      if (stop.aborted || !(error instanceof SourceError)) throw error;
      return error.failure === 'gone' ? 'gone' : 'unanswered';
    }
  };
}
