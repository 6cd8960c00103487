import fc from 'fast-check';
import { createKey } from '../../../shared/auth/api-key.js';
import { fieldNames } from '../../../shared/search/fields.js';

/** A request as bytes. `whole`: it is valid HTTP, so that a response must come. */
export type HostileRequest = { bytes: Buffer; whole: boolean };

/** A key that some of the requests carry; a test may make it valid. */
export const goodKey = createKey();

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    ...['', ' ', '\u0000', '\ud800', '\u202e', '💥'.repeat(30), '__proto__', 'constructor', 'toString', 'null', 'NaN'],
    ...[
      "' OR 1=1 --",
      '$\u007b7*7}',
      '{{7*7}}',
      '<script>',
      '../../etc/passwd',
      '%00',
      '%',
      '1e309',
      '-1',
      '0x10',
      '１０',
    ],
    ...['a'.repeat(300), '9'.repeat(40), '('.repeat(200), '"'.repeat(99), 'OR OR OR', '-', '- -"', '\r\nX-Evil: 1'],
  ),
);
const value = fc.oneof(
  { weight: 5, arbitrary: nasty },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('remote', 'full time', '10', '0', 'past week', 'Berlin', '100k', 'Remote') },
);
const fieldName = fc.oneof(fc.constantFrom<string>(...fieldNames), nasty);

const jsonBody = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .dictionary(fieldName, value, { maxKeys: 6, noNullPrototype: false })
      .map((all) => JSON.stringify(all)),
  },
  {
    weight: 1,
    arbitrary: fc
      .dictionary(fc.constantFrom('limit', 'page', 'sortBy'), fc.constantFrom('1', '2', 'recent', ''))
      .map((all) => JSON.stringify(all)),
  },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"limit":"1"}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"keyword":{"__proto__":null}}',
      '{"a":1,"a":2}',
      '',
      'null',
      '[]',
      '"x"',
      '{"keyword":"\\ud800"}',
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 7000 }).map((depth) => '['.repeat(depth)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 1400 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 8000, max: 20_000 }).map((length) => `{"keyword":"${'x'.repeat(length)}"}`),
  },
);
const body = fc.oneof(
  { weight: 5, arbitrary: jsonBody.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'jobs',
    'search',
    'geo-stats',
    '..',
    '.',
    '',
    '__proto__',
    'job_7Q3kX0pV2mZt5RfB',
    '%2e%2e',
    '%E0%A4%A',
    '%00',
    '%ff',
    'a;b',
    '*',
    'con',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map(encodeURIComponent),
);
const parameter = fc
  .tuple(fc.constantFrom('hours', 'country', 'level', 'top', '__proto__', 'x', 'hours[]', 'hours%5Ba%5D'), nasty)
  .map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`);
const path = fc.oneof(
  { weight: 14, arbitrary: fc.constant('/api/jobs/search') },
  { weight: 2, arbitrary: fc.array(parameter, { maxLength: 4 }).map((all) => `/api/geo-stats?${all.join('&')}`) },
  { weight: 1, arbitrary: segment.map((id) => `/api/jobs/${id}`) },
  { weight: 2, arbitrary: fc.array(segment, { maxLength: 6 }).map((all) => `/${all.join('/')}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/',
      '*',
      '//evil.example/api',
      'http://evil.example/api',
      '/api?',
      '/api#x',
      '/api/jobs/search?x=1',
      `/${'a'.repeat(9000)}`,
    ),
  },
);

/** Text that a header can carry: no control characters, one byte each. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 32, max: 255 })
    .filter((code) => code !== 127)
    .map((code) => String.fromCharCode(code)),
  maxLength: 80,
});
const known: Record<string, string[]> = {
  Authorization: [
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    `Bearer jsk_${'a'.repeat(38)}`,
    `Bearer ${createKey()}`,
    `Bearer ${goodKey}`,
    'Bearer a b',
    'bearer  x',
  ],
  'Content-Type': [
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;charset=none',
    'application/vnd.x+json',
    'multipart/form-data',
    'a/b/c',
    ';',
  ],
  'Content-Encoding': ['gzip', 'br', 'deflate', 'identity', 'x', 'gzip, gzip'],
  'X-Forwarded-For': [
    '::1',
    '1.2.3.4, 5.6.7.8',
    'unknown',
    '[::1]:99',
    ',,,',
    '999.1.1.1',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
  ],
  'X-Request-Id': ['short', 'demo-0001', 'a'.repeat(129), '<b>'],
  Prefer: ['wait=1', 'respond-async', 'wait=-1', 'wait=99999999999', 'wait="x', ';;;', 'respond-async, wait=1'],
  'Cache-Control': ['no-cache', 'max-age=0', 'max-age=x', 'only-if-cached', 'no-cache, no-cache'],
  Accept: ['text/html', '*/*;q=0', 'application/xml', 'x'],
  Origin: ['null', 'https://evil.example'],
  'If-None-Match': ['*', 'W/"x"', '"'],
  Expect: ['100-continue', 'cake'],
  Upgrade: ['websocket', 'h2c'],
  Range: ['bytes=0-0', 'bytes=-'],
  Cookie: ['__proto__=1'],
  traceparent: ['00-x', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
};
const header = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...Object.entries(known).flatMap(([name, all]) => all.map((text) => `${name}: ${text}`)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...Object.keys(known)), headerText).map(([name, text]) => `${name}: ${text}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/), headerText)
      .filter(([name]) => !/^(?:content-length|transfer-encoding|connection|host)$/i.test(name))
      .map(([name, text]) => `${name}: ${text}`),
  },
);
const address = fc.ipV4().map((ip) => `X-Forwarded-For: ${ip}`);
const method = fc.oneof(
  { weight: 16, arbitrary: fc.constant('POST') },
  { weight: 3, arbitrary: fc.constant('GET') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'HEAD',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'SEARCH',
      'M-SEARCH',
      'QUERY',
    ),
  },
);

const whole = fc
  .record({ method, path, address, headers: fc.array(header, { maxLength: 4 }), body, chunked: fc.boolean() })
  .map(({ method: verb, path: target, address: from, headers, body: sent, chunked }): HostileRequest => {
    const typed = headers.some((line) => line.startsWith('Content-Type:')) ? [] : ['Content-Type: application/json'];
    const placed = headers.some((line) => line.startsWith('X-Forwarded-For:')) ? [] : [from];
    const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sent.length}`;
    const lines = [
      `${verb} ${target} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      framing,
      ...typed,
      ...placed,
      ...headers,
    ];
    const size = Buffer.from(`${sent.length.toString(16)}\r\n`);
    const end = Buffer.from(sent.length === 0 ? '0\r\n\r\n' : '\r\n0\r\n\r\n');
    const packed = chunked ? (sent.length === 0 ? [end] : [size, sent, end]) : [sent];
    return { whole: true, bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), ...packed]) };
  });

/** Bytes that resemble a request at first sight. */
const broken = fc
  .tuple(
    fc.constantFrom(
      'GET / HTTP/1.1',
      'GET /api HTTP/9.9',
      'G\u0000T / HTTP/1.1',
      'POST /api HTTP/1.1\r\nContent-Length: -1',
      'GET  /  HTTP/1.1',
      'PRI * HTTP/2.0',
      '\u0016\u0003\u0001',
      'GET /\u00e9 HTTP/1.1',
      'POST / HTTP/1.1\r\nTransfer-Encoding: x',
    ),
    fc.string({ unit: 'binary', maxLength: 60 }),
  )
  .map(
    ([start, rest]): HostileRequest => ({ whole: false, bytes: Buffer.from(`${start}\r\n${rest}\r\n\r\n`, 'latin1') }),
  );

/** Hostile requests: of every method, path, header, body and framing, some of them no HTTP at all. */
export const hostileRequest = fc.oneof({ weight: 20, arbitrary: whole }, { weight: 1, arbitrary: broken });
