import { describe, expect, test } from '@jest/globals';
import { answer } from '../../../../api/search/answer/answer.js';
import { parseQuery } from '../../../../shared/search/query/parse-query.js';
import type { SearchQuery } from '../../../../shared/search/query/query.js';
import { searchAnswerSchema } from '../../../../shared/search/result.js';
import { type DocumentHead, documentVersion } from '../../../../shared/search/search-document.js';

function query(body: object): SearchQuery {
  const read = parseQuery(body);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.query;
}

/** The answer for a page whose jobs are all stored, without their records. */
function page(body: { limit: string; page: string }, total: number, gone = 0) {
  const head: DocumentHead = {
    ...{
      v: documentVersion,
      state: 'complete',
      sourcesPrint: 'p',
      version: 'v',
      total,
      notices: ['A notice.'],
      place: '',
    },
    ...{ collectedAt: 0, freshUntil: 9, recheckAt: 9, staleUntil: 9 },
    sources: [{ name: 'acme', status: 'ok', jobs: total, tookMs: 5, detail: null }],
  };
  const end = Math.min((Number(body.page) + 1) * Number(body.limit), total, 1000);
  const count = Math.max(0, end - Number(body.page) * Number(body.limit) - gone);
  const jobs = { bytes: Array.from({ length: count }, () => '{}').join(','), count };
  const text = answer({ query: query(body), page: { head, running: null, jobs, gone }, now: 5, tookMs: 1 }).toString();
  return searchAnswerSchema.parse({ ...JSON.parse(text), jobs: [] });
}

const ends = (end: number, total: number): string =>
  `Pages end at job ${end} of ${total}: narrow the search, for example by place, date or pay, to see the others.`;

describe('the last page that can be requested', () => {
  test.each([
    ['100', '9', ends(1000, 3214)],
    ['7', '141', ends(994, 3214)],
    ['1', '999', ends(1000, 3214)],
  ])('with a limit of %s is page %s, and says how to see the jobs after it', (limit, index, notice) => {
    expect(page({ limit, page: index }, 3214)).toMatchObject({
      ...{ next: null, notices: ['A notice.', notice], page: { total: 3214 } },
    });
    const previous = page({ limit, page: String(Number(index) - 1) }, 3214);
    expect(previous).toMatchObject({ next: { page: index }, notices: ['A notice.'] });
  });

  test('says nothing when no job follows it', () => {
    expect(page({ limit: '100', page: '9' }, 1000)).toMatchObject({ next: null, notices: ['A notice.'] });
    expect(page({ limit: '100', page: '2' }, 214)).toMatchObject({ next: null, notices: ['A notice.'] });
  });

  test('names jobs that are gone too', () => {
    expect(page({ limit: '100', page: '9' }, 1001, 1).notices).toEqual([
      ...['A notice.', 'One job of this page is no longer stored and is left out.', ends(1000, 1001)],
    ]);
  });
});
