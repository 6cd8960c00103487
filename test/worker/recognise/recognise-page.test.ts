import { describe, expect, it } from '@jest/globals';
import { recognisePage, siteOf } from '../../../worker/recognise/recognise-page.js';
import { judgedPages } from './judged-pages.js';

describe('the judged pages', () => {
  const read = judgedPages.map(({ url, body, right }) => {
    const { found } = recognisePage({ url, body });
    const isRight =
      right === null
        ? found === null
        : found?.kind.kind === right.kind &&
          Object.entries(right.settings).every(([name, value]) => found.settings[name] === value);
    return { url, right, found: found && { kind: found.kind.kind, settings: found.settings }, isRight };
  });

  it('are recognised in 98 % of cases', () => {
    const wrong = read.filter(({ isRight }) => !isRight);
    expect(wrong.length <= read.length * 0.02 ? [] : wrong).toEqual([]);
  });
  it('are never taken for another kind', () => {
    expect(read.filter(({ found, right }) => found !== null && found.kind !== right?.kind)).toEqual([]);
  });
});

it.each([
  ['https://careers.acme.co.uk/jobs', 'acme'],
  ['https://www.acme.com/', 'acme'],
  ['https://acme.io', 'acme'],
  ['http://127.0.0.1:8080/acme/careers', 'acme'],
])('the name of the site of %s is %s', (url, name) => expect(siteOf(url)).toBe(name));
