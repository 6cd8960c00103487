import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readLinkedPostings } from '../../../worker/structured-data/json-ld.js';
import { cpuMs } from '../../lib/cpu-ms.js';

const block = (text: string) => `<html><head><script type="application/ld+json">${text}</script></head></html>`;
const titles = (html: string) => readLinkedPostings(html).postings.map(({ title }) => title);
const posting = (title: string) => ({ '@type': 'JobPosting', title });

describe('readLinkedPostings', () => {
  test('finds postings alone, in lists, in @graph, in ItemLists and in several blocks', () => {
    expect(titles(block(JSON.stringify(posting('a'))))).toEqual(['a']);
    expect(titles(block(JSON.stringify([posting('a'), posting('b')])))).toEqual(['a', 'b']);
    expect(titles(block(JSON.stringify({ '@graph': [{ '@type': 'Organization' }, posting('a')] })))).toEqual(['a']);
    const list = {
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'ListItem', item: posting('a') }, { item: posting('b') }],
    };
    expect(titles(block(JSON.stringify(list)))).toEqual(['a', 'b']);
    expect(titles(block(JSON.stringify(posting('a'))) + block(JSON.stringify(posting('b'))))).toEqual(['a', 'b']);
  });

  test('recognises the type by its full name and among others', () => {
    expect(titles(block(JSON.stringify({ '@type': ['Thing', 'https://schema.org/JobPosting'], title: 'a' })))).toEqual([
      'a',
    ]);
    expect(titles(block(JSON.stringify({ '@type': 'NotAJobPosting', title: 'a' })))).toEqual([]);
  });

  test('replaces an @id reference with its target', () => {
    const graph = {
      '@graph': [
        { '@id': '#org', name: 'Acme' },
        { ...posting('a'), hiringOrganization: { '@id': '#org' } },
      ],
    };
    expect(readLinkedPostings(block(JSON.stringify(graph))).postings[0]?.hiringOrganization).toEqual({
      '@id': '#org',
      name: 'Acme',
    });
  });

  test('unwraps nodes and repairs what can be repaired without guessing', () => {
    const json = JSON.stringify(posting('a'));
    expect(titles(block(`<!-- ${json} -->`))).toEqual(['a']);
    expect(titles(block(`//<![CDATA[\n${json}\n//]]>`))).toEqual(['a']);
    expect(titles(block(json.replaceAll('"', '&quot;')))).toEqual(['a']);
    expect(titles(block('{"@type":"JobPosting","title":"a","description":"one\ntwo",}'))).toEqual(['a']);
  });

  test('reports a truncated block instead of reading half of it', () => {
    const cut = JSON.stringify({ ...posting('a'), description: 'long' }).slice(0, -9);
    expect(readLinkedPostings(block(cut))).toEqual({
      postings: [],
      flaws: [expect.stringContaining('not valid JSON')],
    });
  });

  test('reads names of properties in capitals or with a prefix as schema.org writes them', () => {
    const pascal = {
      '@type': 'JobPosting',
      Title: 'a',
      JobLocation: { '@type': 'Place', Address: { AddressLocality: 'Leeds', '@type': 'PostalAddress' } },
      'schema:datePosted': '2026-11-01',
    };
    expect(readLinkedPostings(block(JSON.stringify(pascal))).postings).toEqual([
      {
        '@type': 'JobPosting',
        title: 'a',
        jobLocation: { '@type': 'Place', address: { addressLocality: 'Leeds', '@type': 'PostalAddress' } },
        datePosted: '2026-11-01',
      },
    ]);
    expect(titles(block(JSON.stringify({ ...posting('a'), Title: 'b' })))).toEqual(['a']);
  });

  test('gives up in linear time where references repeat a large node', () => {
    const large = { '@id': 'x', address: Array.from({ length: 5000 }, () => ({ addressLocality: 'a' })) };
    const refs = Array.from({ length: 10_000 }, () => ({ '@id': 'x' }));
    const several = refs.map((jobLocation) => ({ ...posting('a'), jobLocation }));
    const read = (data: unknown) => () => readLinkedPostings(block(JSON.stringify(data)));
    for (const data of [
      [{ ...posting('a'), jobLocation: refs }, large],
      [...several, large],
    ]) {
      const ms = cpuMs(
        () => expect(read(data)).toThrow('The JSON-LD of the page repeats itself more than 20 times.'),
        500,
      );
      expect(ms).toBeLessThan(3000);
    }
    const small = { '@id': 'x', address: { addressLocality: 'Leeds' } };
    expect(read([...several, small])().postings.at(-1)).toMatchObject({ jobLocation: small });
  });

  test('ignores broken blocks about other things', () => {
    expect(readLinkedPostings(block('not even json {{{'))).toEqual({ postings: [], flaws: [] });
  });

  test('never throws, whatever a page contains', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        readLinkedPostings(text);
        readLinkedPostings(block(`JobPosting ${text}`));
        readLinkedPostings(block(json));
      }),
    );
  });
});
