import { plainLetters } from './text.js';

/** Characters of an industry, at most. */
export const longestIndustry = 60;

/** An industry as it may be written: a keyword reads quotation marks and commas as signs of its own. */
export const industryPattern = /^[^"“”„‟«»,\p{L}\p{N}]*[\p{L}\p{N}][^"“”„‟«»,]*$/u;

/** The letters and digits of an industry by which it is compared: case, spaces, marks and signs make no difference. */
export const industryKey = (text: string): string => plainLetters(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** The keys by which an industry is found: in full and by its parts ("Retail & E-commerce" is also "retail" and "e-commerce"). */
export const industryKeys = (industry: string): string[] => [
  ...new Set([industry, ...industry.split(/[&,/]|\sand\s/i)].map(industryKey).filter((key) => key !== '')),
];
