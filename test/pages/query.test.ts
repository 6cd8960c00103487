import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addressOf, asCurl, fieldNames, queryFrom, readAddress } from '../../pages/query.js';
import { fields, fieldNames as known } from '../../shared/search/fields.js';

const defaults = Object.fromEntries(known.map((name) => [name, fields[name].default])) as Parameters<
  typeof readAddress
>[1];
const anyQuery = fc.record(
  Object.fromEntries(fieldNames.map((name) => [name, fc.string().map((text) => text.trim())])),
);

describe('a search in the URL', () => {
  test('has every field the service has', () => {
    expect([...fieldNames]).toEqual(known);
  });

  test('is read back unchanged', () => {
    fc.assert(
      fc.property(anyQuery, (words) => {
        const query = queryFrom((name) => words[name] ?? '', defaults);
        const { search } = new URL(addressOf(query, defaults), 'http://localhost');
        expect(readAddress(search, defaults)).toEqual(query);
      }),
    );
  });

  test('is null if the URL has no field', () => {
    expect(readAddress('', defaults)).toBeNull();
    expect(readAddress('?utm=x', defaults)).toBeNull();
    expect(addressOf({ ...defaults }, defaults)).toBe('/?keyword=');
  });
});

test('the curl command passes the exact body to a shell, whatever was typed', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes('\0')),
      (keyword) => {
        const query = { ...defaults, keyword };
        const command = asCurl(query, { origin: 'http://localhost:3000', defaults }).replace(
          'curl -s',
          'printf "%s\\n"',
        );
        const body = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
          .split('\n')
          .slice(4)
          .join('\n')
          .trimEnd();
        expect(JSON.parse(body)).toEqual(keyword === '' ? {} : { keyword });
      },
    ),
    { numRuns: 40 },
  );
});
