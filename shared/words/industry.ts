import { plainLetters } from './text.js';

/** Maximum characters of an industry. */
export const longestIndustry = 60;

/** Valid industry names: quotation marks and commas have a meaning in keywords. */
export const industryPattern = /^[^"“”„‟«»,\p{L}\p{N}]*[\p{L}\p{N}][^"“”„‟«»,]*$/u;

/** The letters and digits that industries are compared by, ignoring case, spaces, marks and signs. */
export const industryKey = (text: string): string => plainLetters(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** The keys that find an industry: in full and by parts ("Retail & E-commerce" is also "retail", "e-commerce"). */
export const industryKeys = (industry: string): string[] => [
  ...new Set([industry, ...industry.split(/[&,/]|\sand\s/i)].map(industryKey).filter((key) => key !== '')),
];
