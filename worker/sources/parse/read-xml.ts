import type { X2jOptions, XMLParser } from 'fast-xml-parser';
import { lazyRequire } from '../../../shared/lazy-require.js';
import { type PageResponse, sourceChanged } from '../source.js';
import { cdataName, Members } from './members.js';

/** The parser neither replaces entities nor converts text to numbers. */
const literal = {
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
} as const;

/** Reads XML as plain data. Throws on invalid XML. */
type XmlParser = { parse(xml: string): unknown };

/**
 * A parser loaded with the first text that it parses: few sources answer with XML. Texts stay unescaped, for
 * `Members.ofXml`; attributes are ignored unless the options say otherwise.
 */
export function xmlParser(options: X2jOptions): XmlParser {
  let parser: XMLParser | null = null;
  return {
    parse(xml) {
      if (parser === null) {
        const library = lazyRequire('fast-xml-parser') as typeof import('fast-xml-parser');
        parser = new library.XMLParser({ ...literal, ...options });
      }
      return parser.parse(xml);
    },
  };
}

/** A response as a tree of XML elements. The error quotes what was received, usually an HTML page. */
export function readXml(response: PageResponse, parser: XmlParser): Members {
  try {
    return Members.ofXml(parser.parse(response.body));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw sourceChanged('XML', `"${response.body.trim().slice(0, 60)}" (${reason.slice(0, 80)})`);
  }
}
