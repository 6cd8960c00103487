import { expect, test } from '@jest/globals';
import { parseForeignJson } from '../../../worker/structured-data/parse-json.js';

test.each([
  ['a high half', '"a\\ud800b"', 'a\ufffdb'],
  ['a low half', '"\\uDC00"', '\ufffd'],
  ['two high halves', '"\\ud83d\\ud83d\\ude00"', '\ufffd\u{1f600}'],
  ['halves in the wrong order', '"\\udc00\\ud800"', '\ufffd\ufffd'],
  ['a half in a name', '{"\\ud800":1}', { '\ufffd': 1 }],
  ['a half behind an escaped backslash', '"\\\\\\ud800"', '\\\ufffd'],
])('%s is replaced', (_, text, value) => {
  expect(parseForeignJson(text)).toEqual(value);
});

test.each(['"\\ud83d\\ude00"', '"\\\\ud800"', '"\\\\\\\\ud800 \\n"', '"\u{1f600}"', '["\\u00e9", 1, null]'])(
  '%s is read as it is',
  (text) => {
    expect(parseForeignJson(text)).toEqual(JSON.parse(text));
  },
);

test('what is no JSON throws', () => {
  expect(() => parseForeignJson('{"a": \\ud800}')).toThrow(SyntaxError);
});
