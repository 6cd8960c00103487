import { decodeHTML } from 'entities';
import { tidyText } from '../../shared/text.js';

/** What boards write for "nothing": it never reaches a record. */
const placeholders = /^(?:n\/?a|none|null|undefined|unavailable|unknown|not (?:available|specified|provided)|tbd|-+|confidential(?: company)?)$/i;

/** One line of plain text without tags, entities and placeholders; `null` when nothing is left. */
export function tidyLine(text: string | null): string | null {
  if (text === null) return null;
  let plain = text;
  for (let round = 0; round < 2 && /&(?:[a-z]+|#\d+|#x[\da-f]+);/i.test(plain); round++) plain = decodeHTML(plain);
  const line = tidyText(plain.replace(/<\/?[a-z][^>]*>/gi, ' ')).replace(/[\u200b-\u200d\ufeff]/g, '');
  return line === '' || placeholders.test(line) ? null : line;
}

/** Marks of gender and pictures say nothing of the job. */
const decoration = /\s*[([]\s*(?:[mwfdxhgai]\s*[/|,*]\s*){1,3}[mwfdxhgai*]\s*[)\]]|\p{Extended_Pictographic}/giu;

/** A title as a person would say it; `null` when there is none. */
export function readTitle(text: string): string | null {
  const line = tidyLine(text);
  if (line === null) return null;
  const bare = line
    .replace(decoration, ' ')
    .replace(/^(?:urgent(?:ly)?(?: hiring)?|hiring(?: now)?|new)\s*[!:]+\s*/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–|:,]+|[\s\-–|:,]+$/g, '');
  return bare === '' ? null : bare.slice(0, 300);
}
