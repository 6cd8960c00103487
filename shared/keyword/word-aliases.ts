/**
 * Spellings of one name, folded as by `cutWords`: the index and keywords use only the second. Only names with one
 * meaning; short forms with others ("go", "node", "ts") are rows of the worker's tables.
 */
const aliases: readonly (readonly [written: string, known: string])[] = [
  ['cpp', 'cplusplus'],
  ['aspnet', 'dotnet'],
  ['vbnet', 'dotnet'],
  ['dotnetcore', 'dotnet'],
  ['netcore', 'dotnet'],
  ['js', 'javascript'],
  ['reactjs', 'react'],
  ['vuejs', 'vue'],
  ['angularjs', 'angular'],
  ['nestjs', 'nest'],
  ['nuxtjs', 'nuxt'],
  ['d3js', 'd3'],
  ['html5', 'html'],
  ['css3', 'css'],
  ['python3', 'python'],
  ['k8s', 'kubernetes'],
  ['postgresql', 'postgres'],
];

const known = new Map(aliases);

/** The canonical spelling of a word: `cpp` is `cplusplus`, `js` is `javascript`. */
export const aliasOf = (word: string): string => known.get(word) ?? word;

/** The usual spelling of words that lost their marks in folding. */
const marks: ReadonlyMap<string, string> = new Map([
  ['cplusplus', 'c++'],
  ['csharp', 'c#'],
  ['fsharp', 'f#'],
  ['dotnet', '.net'],
  ['nodejs', 'node.js'],
  ['nextjs', 'next.js'],
  ['expressjs', 'express.js'],
  ['threejs', 'three.js'],
  ['rnd', 'r&d'],
]);

/** A folded word in its usual spelling, in lower case. */
export const writtenWord = (word: string): string => marks.get(word) ?? word.normalize('NFC');

/** Folded words in their usual spelling. */
export const writtenWords = (words: readonly string[]): string => words.map(writtenWord).join(' ');
