import { expect, test } from '@jest/globals';
import { readMarkedPostings } from '../../../worker/structured-data/microdata.js';
import { openKind } from '../../lib/open-kind.js';

const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

test.each(names)('"%s" in place of a code is an unknown one', (name) => {
  const job = {
    PositionTitle: 'Cook',
    PositionURI: 'https://x.example/1',
    PositionRemuneration: [{ MinimumRange: '10', MaximumRange: '20', RateIntervalCode: name }],
  };
  const items = [{ MatchedObjectId: '1', MatchedObjectDescriptor: job }];
  const usajobs = openKind({ kind: 'usajobs', email: 'me@x.example', apiKey: '12345678' });
  const { postings } = usajobs.read({ SearchResult: { SearchResultItems: items, SearchResultCountAll: 1 } });
  expect(postings[0]?.salary?.per).toBe(name);
  // No element's name begins with an underscore.
  if (name.startsWith('_')) return;
  const html = `<div itemscope itemtype="https://schema.org/JobPosting"><${name} itemprop="title">Cook</${name}></div>`;
  expect(readMarkedPostings(html)).toMatchObject([{ title: 'Cook' }]);
});
