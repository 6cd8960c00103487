import { describe, expect, test } from '@jest/globals';
import { redactAll } from '../../../../worker/sources/config/load-sources.js';
import { readSourcesFile } from '../../../../worker/sources/config/sources-file.js';

const read = (...sources: object[]) => readSourcesFile(JSON.stringify({ sources }), 'sources.json');

describe('a sources file', () => {
  test('yields each source with its kind and validated settings', () => {
    const [acme, site] = read(
      { id: 'acme', kind: 'greenhouse', board: 'acme', perMinute: 30 },
      { id: 'initech', kind: 'site', pages: ['https://initech.example/jobs'] },
    );
    expect(acme).toMatchObject({
      id: 'acme',
      kind: { kind: 'greenhouse' },
      settings: { board: 'acme', perMinute: 30 },
    });
    expect(site?.settings).toMatchObject({ render: 'auto' });
  });

  test('reports every mistake at once, each with its place, the value and the fix', () => {
    const wrong = () =>
      read(
        { id: 'Acme!', kind: 'greenhouse', board: 'acme' },
        { id: 'b', kind: 'greenhose', board: 'b' },
        { id: 'c', kind: 'greenhouse', bord: 'c' },
        { id: 'd', kind: 'greenhouse', board: 'd' },
        { id: 'd', kind: 'greenhouse', board: 'd' },
        { id: 'e', kind: 'site', pages: ['https://a.example/'], sitemap: 'https://a.example/map.xml' },
      );
    expect(wrong).toThrow(/sources\[0\]\.id: Lower-case letters.+Got "Acme!"/);
    expect(wrong).toThrow(/sources\[1\]\.kind: "greenhose" is not a kind\. Did you mean "greenhouse"\?/);
    expect(wrong).toThrow(/sources\[2\]\.bord: no such setting\. Did you mean "board"\?/);
    expect(wrong).toThrow(/sources\[4\]\.id: "d" is taken/);
    expect(wrong).toThrow(/sources\[5\]: Give exactly one of/);
  });

  test('refuses a file that is not a sources file', () => {
    expect(() => readSourcesFile('{', 'sources.json')).toThrow('sources.json is not valid JSON');
    expect(readSourcesFile('{"sources":[]}', 'sources.json')).toEqual([]);
  });
});

test('a proxy has a login of its own, which no message contains; facts of the company may be shown', () => {
  const entry = { id: 'acme', kind: 'greenhouse', board: 'acme', industry: 'Financial Services', size: '5001-10000' };
  const text = JSON.stringify({ sources: [{ ...entry, proxyUrl: 'http://me:hidden-word@proxy.example:3128' }] });
  const [source] = readSourcesFile(text, 'test');
  expect(source?.redact('hidden-word of Financial Services, 5001-10000, proxy.example')).toBe(
    '[hidden] of Financial Services, 5001-10000, proxy.example',
  );
});

test('names of boards and companies are not hidden, but keys are', () => {
  const sources = [
    { id: 'parcels', kind: 'workday', tenant: 'parcels', host: 'wd5', site: 'Search' },
    { id: 'crust', kind: 'comeet', company: '30.A05', token: '5303D0A981' },
    { id: 'crumb', kind: 'lever', site: 'Crumb2Go', company: 'Crumb & Sons' },
  ];
  const redact = redactAll(readSourcesFile(JSON.stringify({ sources }), 'test'));
  expect(redact('search: done, 30.A05, 5303D0A981, Crumb & Sons, Crumb2Go')).toBe(
    'search: done, 30.A05, [hidden], Crumb & Sons, Crumb2Go',
  );
});

test('ids of sources are not hidden, in letters of any case', () => {
  const sources = [
    { id: 'crust', kind: 'feed', url: 'https://bread.example/Crust' },
    { id: 'crumb', kind: 'adzuna', country: 'gb', appId: 'Crust', appKey: 'CRUMB-12' },
  ];
  expect(redactAll(readSourcesFile(JSON.stringify({ sources }), 'test'))('crust, Crust, CRUMB-12')).toBe(
    'crust, Crust, [hidden]',
  );
});

test('a proxy of another protocol is named by its scheme alone', () => {
  const sources = [{ id: 'crust', kind: 'lever', site: 'crust', proxyUrl: 'socks5://me:Sw0rdfish@proxy.example:1080' }];
  const read = () => readSourcesFile(JSON.stringify({ sources }), 'test');
  expect(read).toThrow(/proxyUrl: .*SOCKS proxies are not supported\. Got an address that begins with "socks5:"/);
  expect(read).not.toThrow(/Sw0rdfish|hidden value/);
});

test('selectors are named by messages, unless they are from the environment', () => {
  const entry = { id: 'crust', kind: 'site', pages: ['https://crust.example/team'], item: 'ul.Jobs > li' };
  const read = (fields: object) =>
    readSourcesFile(JSON.stringify({ sources: [{ ...entry, fields }] }), 'test', () => 'h2.key-4711')[0];
  expect(read({ title: 'h2.title' })?.redact('no "h2.title" in "ul.Jobs > li"')).toBe(
    'no "h2.title" in "ul.Jobs > li"',
  );
  expect(read({ title: '$'.concat('{TITLE}') })?.redact('no "h2.key-4711"')).toBe('no "[hidden]"');
});
