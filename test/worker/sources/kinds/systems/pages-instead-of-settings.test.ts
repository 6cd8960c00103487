import { describe, expect, test } from '@jest/globals';
import { readSourcesFile } from '../../../../../worker/sources/config/sources-file.js';
import type { PageRequest, PageResponse, ParsedPage } from '../../../../../worker/sources/source.js';

/** The first request of a source, and a function that parses a body as the answer to a request. */
function open(entry: object): { first: PageRequest; parse: (body: string, request: PageRequest) => ParsedPage } {
  const [source] = readSourcesFile(JSON.stringify({ sources: [{ id: 'acme', ...entry }] }), 'test');
  const [first] = source?.kind.requests(source.settings, {}) ?? [];
  if (source === undefined || first === undefined) throw new Error('The source has no request.');
  return {
    first,
    parse(body, request) {
      const response: PageResponse = { url: request.url, contentType: 'text/html', body, rendered: false };
      return source.kind.parse(response, request, source.settings);
    },
  };
}

describe('a careers page on Eightfold', () => {
  const { first, parse } = open({ kind: 'eightfold', company: 'acme' });
  test('names the domain to ask for, where the source does not', () => {
    expect(first).toMatchObject({ url: 'https://acme.eightfold.ai/careers', accept: 'page', role: 'listing' });
    const { follow, isIndex } = parse('<script>window._EF_GROUP_ID = "acme-group.com";</script>', first);
    expect(isIndex).toBe(true);
    const [listing] = follow;
    expect(listing?.url).toContain('/api/pcsx/search?domain=acme-group.com&');
    if (listing === undefined) return;
    const page = { data: { count: 1, positions: [{ id: 7, name: 'Cook' }] } };
    expect(parse(JSON.stringify(page), listing).follow[0]?.url).toContain('position_id=7&domain=acme-group.com&');
  });

  test('without one has changed', () => expect(() => parse('<html></html>', first)).toThrow(/_EF_GROUP_ID/));

  test('is not asked where the source states the domain', () => {
    expect(open({ kind: 'eightfold', company: 'acme', domain: 'acme.com' }).first.url).toContain('?domain=acme.com&');
  });
});

describe('a company’s page on Comeet', () => {
  const { first, parse } = open({ kind: 'comeet', company: '12.345', page: 'acme' });
  const position = {
    ...{ uid: 'AB.123', name: 'Cook', company_name: 'Acme', employment_type: 'Full-time' },
    url_comeet_hosted_page: 'https://www.comeet.com/jobs/acme/12.345/cook/AB.123',
    location: { name: 'HQ', city: 'Cork', country: 'IE', is_remote: false },
    custom_fields: { details: [{ name: 'Description', value: '<p>You cook; "well".</p>', order: 1 }] },
  };

  test('embeds its positions, so that no token is needed', () => {
    expect(first).toMatchObject({ url: 'https://www.comeet.com/jobs/acme/12.345', accept: 'page' });
    const body = `<script>COMPANY_POSITIONS_DATA = ${JSON.stringify([position, { uid: 'x' }])};\nPOSITION_DATA = null;</script>`;
    const { postings, flaws } = parse(body, first);
    expect(postings).toMatchObject([
      {
        ...{ title: 'Cook', url: position.url_comeet_hosted_page, jobType: ['Full-time'] },
        places: [{ city: 'Cork', country: 'IE' }],
        descriptionHtml: '<h3>Description</h3><p>You cook; "well".</p>',
      },
    ]);
    expect(flaws).toHaveLength(1);
  });

  test('without them has changed', () => expect(() => parse('<html></html>', first)).toThrow(/COMPANY_POSITIONS_DATA/));

  test('needs a token or the name of the page', () => {
    expect(() => open({ kind: 'comeet', company: '12.345' })).toThrow(/Give token, or page/);
  });
});
