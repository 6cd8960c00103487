import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { narrowKeyword } from '../../../worker/search/plan-collections.js';

const narrowed = (text: string) => narrowKeyword(parseKeyword(text).root, text);

describe('a source with its own search receives', () => {
  test.each<[string, string[] | null]>([
    ['nurse', ['nurse']],
    ['Nurse OR MIDWIFE', ['midwife', 'nurse']],
    ['engineer NOT senior', ['engineer']],
    ['engineer -senior -"head of" -title:lead', ['engineer']],
    ['"head chef" berlin', ['head chef berlin']],
    ['title:nurse company:"big co"', ['nurse']],
    ['company:"big co"', ['big co']],
    ['jobs for nurses in berlin', ['nurses berlin']],
    ['senior part-time cook', ['cook']],
    ['remote', ['remote']],
    ['c# OR c++ OR .net', ['c++', 'c#', '.net']],
    ['node.js developer', ['node.js developer']],
    ['softwareentwickler', ['softwareentwickler']],
    ['krankenpfleger OR midwife', ['krankenpfleger', 'midwife']],
    ['k8s', ['kubernetes']],
    ['cpp', ['c++']],
    ['RN', ['rn', 'registered nurse']],
    ['RN vienna', ['rn vienna', 'registered nurse vienna']],
    ['软件工程师', ['软件工程师']],
    ['"软件工程师"', ['软件工程师']],
    ['title:软件工程师 -北京护士', ['软件工程师']],
    ['软件 工程师', ['软件 工程师']],
    ['(软件工程师 (photoshop OR ironwick)) OR "welder"', ['welder', '软件工程师 ironwick', '软件工程师 photoshop']],
    ['RN 软件工程师', ['rn 软件工程师', 'registered nurse 软件工程师']],
    ['ソフトウェアエンジニア', ['ソフトウェアエンジニア']],
    ['วิศวกรซอฟต์แวร์', ['วิศวกรซอฟต์แวร์']],
    ['소프트웨어 엔지니어', ['소프트웨어 엔지니어']],
    ['(chef OR cook) (berlin OR graz)', ['chef berlin', 'chef graz', 'cook berlin', 'cook graz']],
    ['nurse OR (nurse ward)', ['nurse']],
    ['p q OR c d', ['p q', 'c d']],
    ['plumber OR baker OR tailor OR miller OR potter', ['baker', 'miller', 'plumber', 'potter', 'tailor']],
    ['plumber OR baker OR tailor OR miller OR potter OR weaver', null],
    ['nurse OR (-night)', null],
    ['-night', null],
    ['', null],
  ])('%s: %j', (text, texts) => {
    expect(narrowed(text)?.sort() ?? null).toEqual(texts?.sort() ?? null);
  });

  test('at most five texts, none with an operator, a quotation mark or an excluded word', () => {
    const parts = fc.constantFrom(
      'nurse',
      'cook',
      '-secret',
      'NOT secret',
      'OR',
      '(',
      ')',
      '"head cook"',
      '-(secret a)',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (list) => {
        const texts = narrowed(list.join(' ')) ?? [];
        expect(texts.length).toBeLessThanOrEqual(5);
        for (const text of texts) expect(text).not.toMatch(/["()]|secret|\bor\b|\bnot\b|(?:^| )-/);
      }),
    );
  });
});
