// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how operators write it.
import { describe, expect, test } from '@jest/globals';
import { createRedact } from '../../../shared/secrets/redact.js';
import { publicDetail } from '../../../worker/collect/finish/report-detail.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { cpuMs } from '../../lib/cpu-ms.js';

const secret = 'a+B/c=9"é&<key>';
const redact = createRedact([secret, 'Sw0rdfish-12345', 'abc']);

describe('a secret', () => {
  test.each([
    ['as it is', secret],
    ['in other letter case', 'sW0RDFISH-12345'],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded in small letters', encodeURIComponent(secret).toLowerCase()],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['percent-encoded where it need not be', '%53w0rd%66ish%2D12345'],
    ['as a form has it', String(new URLSearchParams({ '': secret })).slice(1)],
    ['as JSON has it', JSON.stringify(secret).slice(1, -1)],
    ['as JSON with escaped slashes has it', JSON.stringify(secret).slice(1, -1).replace('/', '\\/')],
    ['as HTML has it', 'a+B/c=9&quot;é&amp;&lt;key&gt;'],
    ['cut off by an excerpt', 'Sw0rdfish-'],
  ])('%s is hidden', (_, written) => {
    expect(redact(`/p/${written}`)).toBe('/p/[hidden]');
    expect(redact(`x=${written}&y=${written}`)).toBe('x=[hidden]&y=[hidden]');
  });

  test('hides nothing else, and a secret of three letters is not hidden at all', () => {
    for (const text of ['', 'abc', 'Swordfish', '100 %, %zz %', 'Zürich %C3%BC']) expect(redact(text)).toBe(text);
    expect(createRedact([])('Sw0rdfish-12345')).toBe('Sw0rdfish-12345');
  });

  test('is searched for in linear time, however many there are', () => {
    const many = createRedact(Array.from({ length: 20_000 }, (_, at) => `Plant${at}Secret`));
    const text = 'Plant Plan Pla %50lant '.repeat(4000);
    many(text);
    expect(cpuMs(() => many(text), 400)).toBeLessThan(800);
  });
});

describe('an error message about a source', () => {
  const [source] = readSourcesFile(
    JSON.stringify({
      sources: [
        {
          id: 'one',
          kind: 'adzuna',
          country: 'gb',
          appId: 'abcdefgh',
          appKey: '${KEY}',
          baseUrl: 'https://x.example/T0ken9/jobs',
        },
      ],
    }),
    'test',
    () => 'plainwords',
  );
  const tell = (sentence: string) => publicDetail(sentence, source?.redact ?? String);

  test('has URLs without query, fragment, name and password, and no value of a setting', () => {
    expect(tell('More at https://me:word@x.example/T0ken9/jobs/1?a=b#c, and http://y.example#z.')).toBe(
      'More at https://x.example/[hidden]/jobs/1 and http://y.example',
    );
    expect(tell('plainwords and abcdefgh, of one in gb')).toBe('[hidden] and [hidden], of one in gb');
    expect(tell('x'.repeat(10_000)).length).toBeLessThan(700);
  });

  test('from the sources file names the place and not the value', () => {
    const read = (entry: object) => () =>
      readSourcesFile(JSON.stringify({ sources: [{ id: 'one', ...entry }] }), 'test', () => 'Sw0rdfish-12345');
    const told = (entry: object): string => {
      try {
        read(entry)();
      } catch (error) {
        return String(error);
      }
      return 'nothing';
    };
    expect(told({ kind: 'usajobs', email: 'me@x.example', apiKey: 'short9' })).toMatch(/apiKey: .*Got a hidden value/);
    expect(told({ kind: '${KIND}' })).toContain('"${KIND}" is not a kind');
    expect(told({ kind: 'feed', url: 'https://me:Sw0rd@x.example/' })).toMatch(
      /url: an address must not contain a name or password/,
    );
    expect(told({ kind: 'site', pages: ['https://x.example/', 'http://k9k9@x.example'] })).toMatch(
      /pages: an address must not contain/,
    );
    for (const entry of [
      { kind: 'adzuna', appId: 'Sw0rdfish-12345', appKey: 5, country: 'x' },
      { kind: 'feed', url: '${URL}' },
    ])
      expect(told(entry)).not.toContain('Sw0rd');
    expect(() => readSourcesFile('{"sources": [{"apiKey": Sw0rdfish-12345}]}', 'test')).not.toThrow('Sw0rd');
  });
});
