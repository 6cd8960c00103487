import { expect, test } from '@jest/globals';
import { fieldNames, fields } from '../../../../shared/search/fields.js';
import { fieldSchema, parseQuery } from '../../../../shared/search/query/parse-query.js';
import { searchKey } from '../../../../shared/search/query/query.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

/** Texts that multiply what a pattern has to try: runs of spaces, digits and symbols, alone and around one another. */
const grown = (length: number): string[] => {
  const third = Math.floor(length / 3);
  return [
    ...[' ', '1', '\t', "'", '$', ',', '(', '-', '"', 'a', '💥', '\u0301'].map((sign) => sign.repeat(length)),
    `${' '.repeat(third)}1${' '.repeat(third)}`,
    `${' '.repeat(third)}1${' '.repeat(third)}x`,
    `${'1 '.repeat(third)}x`,
    `past ${' '.repeat(length)}days`,
  ];
};

const errorOf = (name: string, value: unknown) => {
  const read = parseQuery({ [name]: value });
  return 'errors' in read ? read.errors[0] : null;
};

/** CPU limit, in ms: 25 times what the slowest text takes; quadratic work on 60,000 characters takes seconds. */
const mostMs = 250;

test.each(fieldNames)('%s beyond its length limit is refused before anything parses it', (name) => {
  const { maxLength } = fields[name];
  for (const text of grown(60_000)) {
    let error: unknown = null;
    const spent = cpuMs(() => {
      error = errorOf(name, text);
    });
    expect(error).toEqual({
      pointer: `#/${name}`,
      code: 'too-long',
      detail: `At most ${maxLength} characters, not ${[...text].length}.`,
    });
    expect(spent).toBeLessThan(mostMs);
  }
});

test.each(fieldNames)('%s within its length limit is parsed quickly, whatever it contains', (name) => {
  for (const text of grown(fields[name].maxLength)) expect(cpuMs(() => errorOf(name, text))).toBeLessThan(mostMs);
});

test.each(fieldNames)('the length of %s counts characters as JSON Schema does, and is described', (name) => {
  const { maxLength } = fields[name];
  expect(fieldSchema(name).maxLength).toBe(maxLength);
  expect(errorOf(name, '💥'.repeat(maxLength))?.code).not.toBe('too-long');
  expect(errorOf(name, '💥'.repeat(maxLength + 1))?.code).toBe('too-long');
});

test('unknown field names cost nothing, however long and however many', () => {
  for (const text of grown(60_000)) {
    const read = parseQuery({ [text]: '1' });
    expect('errors' in read && read.errors[0]?.code).toBe('unknown-field');
    expect(cpuMs(() => parseQuery({ [text]: '1' }))).toBeLessThan(mostMs);
  }
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, '']));
  expect(cpuMs(() => parseQuery(many))).toBeLessThan(mostMs);
});

test.each([
  ['$100,000', '100000'],
  ['100k', '100000'],
  ['100 k +', '100000'],
  ['100000+', '100000'],
  [' 100 000 ', '100000'],
  ["£1'000", '1000 GBP'],
  ['€50k', '50000 EUR'],
  ['50000 EUR', '50000 EUR'],
  ['50.000 €', '50000 EUR'],
  ['eur 50k+', '50000 EUR'],
  ['60 k euros', '60000 EUR'],
  ['$50,000 usd', '50000 USD'],
  ['$50k', '50000'],
  ['100.000', '100000'],
  ['62.5k', '62500'],
  ['0', '0'],
])('the salary "%s" is %s', (text, amount) => {
  const read = parseQuery({ salary: text });
  expect('query' in read && read.query.salary).toBe(amount);
});

test.each([
  ['jobType', 'full time, contract', 'contract, full time'],
  ['jobType', 'Contract;FT', 'contract, full time'],
  ['jobType', 'FT|freelance or full-time', 'contract, full time'],
  ['jobType', 'full,time', 'full time'],
  ['jobType', ' , ', ''],
  ['remoteFilter', 'remote OR hybrid', 'hybrid, remote'],
  ['experienceLevel', 'entry level, associate,', 'associate, entry level'],
  ['experienceLevel', 'mid, senior', 'associate, senior'],
  ['experienceLevel', 'mid-senior', 'senior'],
  ['experienceLevel', 'director', 'director'],
  ['language', 'German or EN', 'de, en'],
  ['excludeCompanies', ' Globex Ltd ;; ACME Inc.; acme', 'ACME Inc.; Globex Ltd'],
  ['excludeCompanies', '...', ''],
])('the %s "%s" is "%s", and so is the canonical form', (name, text, canonical) => {
  const read = parseQuery({ [name]: text });
  expect(read).toMatchObject({ query: { [name]: canonical } });
  expect(parseQuery({ [name]: canonical })).toEqual(read);
});

test('a word of a list that is unknown is named, and two orders of a list are one search', () => {
  expect(errorOf('jobType', 'contract, fultime')).toMatchObject({
    code: 'unknown-value',
    detail: '"fultime" is not a job type. Did you mean "full time"?',
    suggestion: 'full time',
  });
  const keys = ['remote or hybrid', 'Hybrid; WFH'].map((remoteFilter) => {
    const read = parseQuery({ remoteFilter });
    return 'query' in read ? searchKey(read.query) : '';
  });
  expect(keys[0]).toBe(keys[1]);
});

test.each([
  ['limit', 'abc', 'Digits only, from "1" to "100", not "abc".'],
  ['limit', '101', 'Digits only, from "1" to "100", not "101".'],
  ['page', 'x\u0000y', 'Digits only, from "0" to "999", not "x y".'],
  ['page', '-1', 'Digits only, from "0" to "999", not "-1".'],
])('the %s "%s" is answered with what came', (name, text, detail) => {
  expect(errorOf(name, text)).toMatchObject({ code: 'out-of-range', detail });
});

test.each([
  ['50000 kr', '"50000 kr" names no currency that we know ("kr"). Send the lowest yearly pay in digits'],
  ['€50000 USD', '"€50000 USD" names no currency that we know ("EUR and USD")'],
])('the salary "%s" is answered with what its currency may be', (text, detail) => {
  const error = errorOf('salary', text);
  expect(error).toMatchObject({ code: 'not-a-number', detail: expect.stringContaining(detail) });
  expect(error?.detail).toContain('such as "50000 EUR"');
});

test.each(['1 2 x', '100,', '100000 a', 'k', '$', '--1', '1kk'])('the salary "%s" is not a number', (text) => {
  expect(errorOf('salary', text)?.code).toBe('not-a-number');
});

test.each([
  ['Remote', '', 'remote', 'Remote'],
  ['anywhere', '', 'remote', 'Remote'],
  ['Remote, Germany', '', 'remote', 'Remote, Germany'],
  ['germany (REMOTE)', 'remote', 'remote', 'germany (REMOTE)'],
  ['Berlin (hybrid)', '', 'hybrid', 'Berlin (hybrid)'],
  ['Remote or Berlin', '', '', 'Remote or Berlin'],
  ['Berlin', 'on site', 'on site', 'Berlin'],
])('the location "%s" with remoteFilter "%s" searches for "%s"', (location, remoteFilter, workplace, shown) => {
  const read = parseQuery({ location, remoteFilter });
  expect('query' in read && read.query).toMatchObject({ location: shown, remoteFilter: workplace });
  // The interpreted request is the same search again.
  expect('query' in read && parseQuery(read.query)).toEqual(read);
});

test.each([
  ['Remote', 'on site'],
  ['Remote, Germany', 'on site'],
  ['germany (remote)', 'hybrid'],
  ['WFH in the UK', 'on site'],
  ['Berlin (hybrid)', 'remote'],
])('the location "%s" conflicts with remoteFilter "%s"', (location, remoteFilter) => {
  const read = parseQuery({ location, remoteFilter });
  expect('errors' in read && read.errors).toMatchObject([{ pointer: '#/remoteFilter', code: 'conflict' }]);
});

test('a location names ten places at most', () => {
  const places = (count: number) => Array.from({ length: count }, (_, at) => `town ${at}`).join('; ');
  expect('query' in parseQuery({ location: places(10) })).toBe(true);
  expect(errorOf('location', places(11))).toMatchObject({ code: 'too-long', detail: 'At most 10 places, not 11.' });
});

test('spellings of one place share the key of a search, and different places never do', () => {
  const keyOf = (location: string): string => {
    const read = parseQuery({ location });
    if ('errors' in read) throw new Error(JSON.stringify(read.errors));
    return searchKey(read.query);
  };
  for (const spelling of ['usa', 'U.S.A.', 'United States', 'us']) expect(keyOf(spelling)).toBe(keyOf('USA'));
  expect(keyOf('nyc')).toBe(keyOf('New York City'));
  expect(keyOf('Remote, Germany')).toBe(keyOf('germany (remote)'));
  const different = [
    '',
    'Remote',
    'USA',
    'USA; Canada',
    'Germany',
    'Remote, Germany',
    'Remote or Germany',
    'Berlin, TX',
  ];
  expect(new Set([...different, 'Berlin', 'Portland, ME', 'Portland, OR', '???'].map(keyOf)).size).toBe(12);
});
