import { decodeXML } from 'entities';
import { z } from 'zod';

/** The parser's name for a CDATA section, whose content is literal; only text outside of it is escaped. */
export const cdataName = '#cdata';

/** The text of an element: character data, CDATA sections, or both; `null` for an empty or missing element. */
export const xmlText = z
  .unknown()
  .optional()
  .transform((value) => {
    const parts = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { '#text': value };
    const escaped = [parts['#text']].flat().map((part) => (typeof part === 'string' ? decodeXML(part) : ''));
    const literal = [parts[cdataName]].flat().map((part) => (typeof part === 'string' ? part : ''));
    const text = [...escaped, ...literal].join('').trim();
    return text === '' ? null : text;
  });
