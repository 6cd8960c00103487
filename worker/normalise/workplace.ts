import type { Workplace } from '../../shared/words.js';
import type { Evidence } from './evidence.js';

/** What a workplace is called in the languages of the boards, most telling first. */
const words: readonly { workplace: Workplace; word: RegExp }[] = [
  {
    workplace: 'hybrid',
    word: /\b(?:hybrid|hybride|híbrido|hibrido|ibrido|hybrydow\w*|partly remote|teilweise remote)\b/iu,
  },
  {
    workplace: 'remote',
    word: /\b(?:telecommute|remote|fully[ _-]?remote|work from home|wfh|home ?office|homebased|télétravail|teletrabajo|teletrabalho|thuiswerk\w*|zdaln\w+|smart working|remoto)\b/iu,
  },
  {
    workplace: 'on site',
    word: /\b(?:on[ _-]?site|in[ _-]?office|in[ _-]?person|vor ort|sur site|presencial|op locatie|stacjonarn\w+|in sede)\b/iu,
  },
];

/** Sentences that settle it; a lone "remote" in a text says nothing ("remote sites", "hybrid cloud"). */
const sentences: readonly { workplace: Workplace | null; sentence: RegExp }[] = [
  {
    workplace: 'on site',
    sentence:
      /\b(?:not (?:a )?remote|no remote|(?:is|role is|position is) (?:fully |100 ?% )?on[- ]?site|on[- ]?site (?:role|position|only))\b/i,
  },
  {
    workplace: 'hybrid',
    sentence:
      /\b(?:hybrid (?:role|position|work(?:ing|place)?|model|schedule|set[- ]?up|arrangement)|\d (?:or \d )?days? (?:a|per) week (?:in|at|from) (?:the|our) (?:office|studio)|(?:two|three) days (?:a|per|each) week (?:in|at) (?:the|our) office)\b/i,
  },
  {
    workplace: 'remote',
    sentence:
      /\b(?:(?:fully|100 ?%|completely|entirely) remote|remote[- ](?:first|only|role|position|job|friendly team)|(?:is|work) (?:a )?remote(?:ly)? (?:role|position|from anywhere)|work(?:ing)? remotely from|work from (?:home|anywhere))\b/i,
  },
];

/** Where the work is done: stated, then by the location, then by the title, then by a plain sentence; never a default. */
export function readWorkplace(evidence: {
  stated: readonly string[];
  location: Workplace | null;
  title: string;
  description: string;
  hasRemoteRegions: boolean;
}): Evidence<Workplace> | null {
  for (const text of evidence.stated) {
    const found = words.find(({ word }) => word.test(text));
    if (found) return { value: found.workplace, inferred: false, evidence: text };
  }
  if (evidence.location !== null) return { value: evidence.location, inferred: false, evidence: 'location' };
  if (evidence.hasRemoteRegions) return { value: 'remote', inferred: true, evidence: 'where applicants may live' };
  const title = /\b(?:hybrid(?! cloud)|(?:fully )?remote(?!ly| sensing| control| site))\b/i.exec(evidence.title)?.[0];
  if (title) return { value: /hybrid/i.test(title) ? 'hybrid' : 'remote', inferred: true, evidence: title };
  for (const { workplace, sentence } of sentences) {
    const found = sentence.exec(evidence.description)?.[0];
    if (found && workplace !== null) return { value: workplace, inferred: true, evidence: found };
  }
  return null;
}
