import { expect, test } from '@jest/globals';
import { formatFor } from '../../../api/formats/format.js';

test.each([
  [undefined, 'json'],
  ['*/*', 'json'],
  ['application/json, text/plain, */*', 'json'],
  ['application/*', 'json'],
  ['text/html', 'json'],
  ['', 'json'],
  ['text/csv', 'csv'],
  ['TEXT/CSV; charset=utf-8', 'csv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/feed+json', 'json-feed'],
  ['application/atom+xml, application/xml;q=0.9, */*;q=0.8', 'atom'],
  ['text/csv;q=0.3, application/x-ndjson;q=0.8', 'ndjson'],
  ['application/json;q=0.5, text/csv', 'csv'],
  ['application/json, text/csv;q=0.9', 'json'],
  ['application/json;q=0, text/csv;q=0.1', 'csv'],
  ['text/event-stream', 'event-stream'],
  ['application/json, text/event-stream;q=0.5', 'json'],
  ['text/*', 'csv'],
  ['text/*, application/json;q=0.5', 'csv'],
  ['text/*;q=0.5, text/event-stream', 'event-stream'],
  ['text/*, text/event-stream;q=0', 'csv'],
  [`${'text/x, '.repeat(500)}text/csv`, 'csv'],
])('Accept %j is answered as %s', (accept, format) => {
  expect(formatFor(accept)).toBe(format);
});
