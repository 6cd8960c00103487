import { expect, test } from '@jest/globals';
import { parseJson } from '../../shared/parse-json.js';

test('the error names the file and the position, and quotes no text, which may hold a key', () => {
  expect(parseJson('{"a": [1]}', 'warm.json')).toEqual({ a: [1] });
  for (const text of ['{"key": "jsk_secret" "b"}', '{"key": jsk_secret}', 'jsk_secret', '']) {
    expect(() => parseJson(text, 'warm.json')).toThrow(/^warm\.json is not valid JSON: /);
    expect(() => parseJson(text, 'warm.json')).not.toThrow(/jsk_secret/);
  }
});
