import { describe, expect, test } from '@jest/globals';
import { cutWords } from '../../../shared/keyword/cut-words.js';
import { canonicalKeyword, parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { spaceWords } from '../../../shared/keyword/unspaced.js';

describe('text without spaces', () => {
  test.each([
    ['软件工程师', ['软件', '件工', '工程', '程师']],
    ['Java工程师', ['java', '工程', '程师']],
    ['백엔드 개발자', ['백엔', '엔드', '개발', '발자']],
    ['エンジニア', ['エン', 'ンシ', 'シニ', 'ニア']],
    ['พยาบาล', ['พย', 'ยา', 'าบ', 'บา', 'าล']],
    ['Zürich', ['zurich']],
  ])('%s is cut into pairs of letters', (text, words) => {
    expect(cutWords(text)).toEqual(words);
  });

  test.each([
    ['北京软件', '北京 软件'],
    ['東京エンジニア', '東京 エンジニア'],
    ['java', 'java'],
  ])('a keyword %s is read as %s', (keyword, words) => {
    expect(spaceWords(keyword)).toBe(words);
  });

  test.each(['-软件工程师', 'not 软件工程师', 'title:软件工程师', '"软件工程师"'])(
    'what is excluded or wanted of a field has its letters in a row: %s',
    (keyword) => {
      expect(JSON.stringify(parseKeyword(keyword).root)).toContain(JSON.stringify(['软件', '件工', '工程', '程师']));
    },
  );

  test('the key of a search tells where its words are divided, as boards are asked for them so', () => {
    expect(canonicalKeyword('软件 工程师')).not.toBe(canonicalKeyword('软件工程师'));
    expect(canonicalKeyword('软件工程师  JAVA')).toBe(canonicalKeyword('软件工程师 java'));
    expect(canonicalKeyword('软件 java')).not.toContain('\n');
  });

  test('no letter is lost, however long the keyword is', () => {
    const keyword = '营业员和の'.repeat(40);
    expect(spaceWords(keyword).replaceAll(' ', '')).toBe(keyword);
  });
});
