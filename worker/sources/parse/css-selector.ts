import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { z } from 'zod';
import { parseMarkup } from '../../structured-data/parse-markup.js';
import { SourceError } from '../source.js';

/** A setting that is a CSS selector whatever a source answers: a mistake in it is reported when the sources file is read. */
export const cssSchema = z
  .string()
  .min(1)
  .max(300)
  .superRefine((css, context) => {
    const mistake = mistakeIn(css);
    if (mistake !== null) context.addIssue({ code: 'custom', message: `This is not a CSS selector (${mistake}).` });
  });

/** The parser's error for a selector; `null` = none. */
function mistakeIn(css: string): string | null {
  try {
    parseMarkup('<a></a>')(css);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * The elements that an operator's selector matches, in the page or within an element of it. An invalid selector throws
 * `SourceError`: if a setting may also be a JSON path, that shows only on a page.
 */
export function selectAll(page: CheerioAPI, css: string, within?: Cheerio<Element>): Cheerio<Element> {
  try {
    return within === undefined ? page<Element, string>(css) : page<Element, string>(css, within);
  } catch (error) {
    throw new SourceError(
      'changed',
      `"${css}" in the settings of this source is not a CSS selector (${messageOf(error)}).`,
    );
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
