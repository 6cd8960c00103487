import { describe, expect, test } from '@jest/globals';
import { cutWords } from '../../../../shared/keyword/cut-words.js';
import {
  ambiguousNames,
  markNames,
  nameTerm,
  plainWord,
  unmarkedNames,
} from '../../../../worker/match/words/technology-names.js';
import { tokensOf } from '../../../../worker/match/words/tokens.js';

const namesIn = (text: string, kind: 'title' | 'tag' | 'text'): string[] =>
  cutWords(markNames(text, kind))
    .filter((word) => plainWord(word) !== word)
    .map(plainWord);

describe('names of technologies that are ordinary words, too', () => {
  test.each([
    ['Our services are written in Go, on Kafka.', ['go']],
    ['You know Python, Go or Rust.', ['go', 'rust']],
    ['stack: scala, go, ruby', ['go']],
    ['We moved from Java to Go', ['go']],
    ['Backend (Go / PostgreSQL)', ['go']],
    ['Go (Golang) microservices', ['go']],
    ['Kenntnisse: Go-Entwicklung und C', ['go']],
    ['Even if you don’t know Go yet, we teach it', ['go']],
    ['3 years of C/C++ and R, SAS', ['c', 'r']],
    ['Embedded C, C programming on ARM', ['c', 'c']],
    ['iOS (Swift), Android (Kotlin)', ['swift']],
    ['experience with rust.', ['rust']],
    ['React, Node and TS/JS', ['node', 'ts']],
    ['我们用Go开发', ['go']],
  ])('are told in a text: %s', (text, names) => {
    expect(namesIn(text, 'text')).toEqual(names);
  });

  test.each([
    'We go the extra mile, on the go, and go to market.',
    'Go to our site. Go-to-market strategy. Where should it go?',
    'Our Go-To-Market team and the Go-Getter spirit',
    'Series C funding, C-level contacts, vitamin C, P&C, option (c)',
    'R&D, R & D, A&R, Toys R Us',
    'R 42 in C 3 programming, vitamin C skills, Type C experience, a class C license',
    'certification C required, C-level experience, work with R. Smith',
    'a swift response; Swift Transportation; Taylor Swift',
    'rust prevention, remove rust from pipes',
    'a node of the network, node failures',
    'TS/SCI clearance',
    'see https://example.com/go/rust and go.example.com',
    'Objective-C, Objective C and Node JS',
  ])('are not taken from ordinary words: %s', (text) => {
    expect(markNames(text, 'text')).toBe(text);
  });

  test.each([
    ['Senior Software Engineer - Go (Cloud)', ['go']],
    ['Software Engineer, Solidity & Go', ['go']],
    ['Senior Rust Engineer', ['rust']],
    ['Software Engineer - Cross-Platform Rust', ['rust']],
    ['Senior Tech Engineer - Monopoly Go', []],
    ['Software Team Leader (C)', ['c']],
    ['Go-To-Market Engineer', []],
    ['Consultor Comercial | Goiânia/GO', []],
    ['Senior Engineer, Monopoly GO!', []],
    ['Software Engineer (TS/SCI)', []],
    ['Go Outdoors Store Colleague', []],
    ['Head of Growth (Series C)', []],
    ['Engineer I&C - Instrumentation', []],
  ])('in a title: %s', (title, names) => {
    expect(namesIn(title, 'title')).toEqual(names);
  });

  test.each([
    ['Go', ['go']],
    ['Go, Rust', ['go', 'rust']],
    ['R&D', []],
    ['Go to market', []],
  ])('in a skill: %s', (tag, names) => {
    expect(namesIn(tag, 'tag')).toEqual(names);
  });

  test('are told by their context in the first thousand mentions of a text', () => {
    expect(namesIn('Python, R. '.repeat(1200), 'text')).toHaveLength(1000);
  });

  test('are added where the skills of a posting name them and its texts do not', () => {
    expect(unmarkedNames(['R', 'Python', 'C'], [markNames('Python, R', 'text')])).toEqual([nameTerm('c')]);
    expect(unmarkedNames(['Node.js', 'Go'], ['We go on'])).toEqual([]);
  });

  test('have words of the index that nobody writes and nothing cuts', () => {
    for (const name of ambiguousNames) expect(tokensOf(nameTerm(name))).toEqual([nameTerm(name)]);
  });
});
