import type { X2jOptions, XMLParser } from 'fast-xml-parser';
import { lazyRequire } from '../../../shared/lazy-require.js';

/** Reads XML as plain data. Throws when it is none. */
export type XmlParser = { parse(xml: string): unknown };

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
