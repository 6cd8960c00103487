import { decodeXML } from 'entities';
import type { X2jOptions, XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { lazyRequire } from '../../../shared/lazy-require.js';
import { type PageResponse, sourceChanged } from '../source.js';

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

/** Reads XML as plain data. Throws when it is none. */
type XmlParser = { parse(xml: string): unknown };

/** A parser that is loaded with the first text that it parses: few sources answer with XML. */
export function xmlParser(options: X2jOptions): XmlParser {
  let parser: XMLParser | null = null;
  return {
    parse(xml) {
      if (parser === null) {
        const library = lazyRequire('fast-xml-parser') as typeof import('fast-xml-parser');
        parser = new library.XMLParser(options);
      }
      return parser.parse(xml);
    },
  };
}

/** Parses a response as XML. The error quotes what came instead, usually the HTML page of a changed or closed endpoint. */
export function readXml(response: PageResponse, parser: XmlParser): unknown {
  try {
    return parser.parse(response.body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw sourceChanged('XML', `"${response.body.trim().slice(0, 60)}" (${reason.slice(0, 80)})`);
  }
}
