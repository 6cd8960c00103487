import bodyParser from 'koa-bodyparser';
import { Problem } from '../../shared/problems/problem.js';
import { pointerTo } from '../../shared/search/query/parse-query.js';
import { cutText, findIllFormed } from '../../shared/words/text.js';
import type { Middleware, RequestContext } from './identify.js';
import { invalidRequest } from './problems.js';

/**
 * `application/json`, with or without `charset=utf-8`, the encoding it is read in (RFC 8259 §8.1). Every other type is
 * refused: the body parser would turn a body it does not recognise into `{}`, and an empty search matches everything.
 */
const jsonType = /^application\/json[ \t]*(?:;[ \t]*charset=(?:"utf-?8"|utf-?8)[ \t]*)?$/i;

/** Whether a Content-Type header names JSON. */
export const isJsonType = (type: string): boolean => jsonType.test(type);

/**
 * Parses the body as JSON, or throws `unsupported-type`, `body-too-large`, `invalid-json`, or `invalid-request` for
 * malformed Unicode; never quotes the body.
 */
export function parseJsonBody(kilobytes = 8): Middleware {
  const parse = bodyParser({ enableTypes: ['json'], jsonLimit: `${kilobytes}kb`, strict: false });
  return async function readJson(ctx, next) {
    if (!isJsonType(ctx.get('Content-Type'))) throw unsupportedType(ctx);
    try {
      await parse(ctx, async () => undefined);
    } catch (error) {
      throw asProblem(error, kilobytes);
    }
    const path = findIllFormed(ctx.request.body);
    if (path !== null) throw illFormed(path);
    await next();
  };
}

/** Fields of one name in a form, at most: qs makes an object of more. */
const mostOfName = 1000;

/** Parses a form's fields into the body, which stays empty for other types; throws `body-too-large` and the like. */
export function parseFormBody(kilobytes = 8): Middleware {
  // Its types leave out what it passes on to qs.
  const options = { enableTypes: ['form'], formLimit: `${kilobytes}kb`, queryString: { arrayLimit: mostOfName } };
  const parse = bodyParser(options);
  return async function readForm(ctx, next) {
    try {
      await parse(ctx, async () => undefined);
    } catch (error) {
      throw asProblem(error, kilobytes);
    }
    await next();
  };
}

function illFormed(path: readonly string[]): Problem {
  const pointer =
    path.length === 0
      ? '#'
      : `#${path
          .slice(0, 20)
          .map((name) => pointerTo(cutText(name, 80)).slice(1))
          .join('')}`;
  const detail =
    'This text has half of a surrogate pair (\\ud800 to \\udfff without its other half). Send well-formed Unicode.';
  return invalidRequest({ errors: [{ pointer, code: 'unknown-value', detail }], count: 1 }, 'fields');
}

function unsupportedType(ctx: RequestContext): Problem {
  const given = ctx.get('Content-Type').slice(0, 100);
  return new Problem('unsupported-type', {
    detail: `Send "Content-Type: application/json"${given === '' ? '' : `, not "${given}"`}.`,
  });
}

/** Any error while a body is read is the client's: invalid gzip, for one, throws without a status. */
function asProblem(error: unknown, kilobytes: number): Problem {
  const { status, type, message, code } = error as Partial<Record<'type' | 'message' | 'code', string>> & {
    status?: number;
  };
  if (status === 413 || type === 'entity.too.large')
    return new Problem('body-too-large', { detail: `Send at most ${kilobytes} kB.` });
  if (status === 415)
    return new Problem('unsupported-type', {
      detail: 'Send the body as UTF-8, uncompressed or compressed by gzip or deflate.',
    });
  // zlib's error codes for corrupt data: Z_DATA_ERROR, Z_BUF_ERROR, and for brotli ERR__ERROR_FORMAT_… .
  if (/^(?:Z_|ERR__|ERR_BROTLI)/.test(code ?? ''))
    return new Problem('invalid-json', { detail: 'The body is not compressed as its Content-Encoding says.' });
  const isSyntax = error instanceof SyntaxError;
  return new Problem('invalid-json', {
    detail: isSyntax && message ? withoutQuote(message) : 'The body could not be read as JSON.',
  });
}

/** The parser's message without the text it quotes, which is the client's own. */
function withoutQuote(message: string): string {
  const [open, close] = [message.indexOf('"'), message.lastIndexOf('"')];
  const before = message.slice(0, open).replace(/,? ?\.{0,3}$/, '');
  const after = message.slice(close + 1).replace(/^\.{0,3}(?: is not valid JSON)?/, '');
  const sentence = (open === close ? message : `${before} in the body${after}`).replace(/\s+/g, ' ').trim();
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
