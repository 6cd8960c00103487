import bodyParser from 'koa-bodyparser';
import { Problem } from '../../shared/problems/problem.js';
import type { Middleware, RequestContext } from '../context.js';

/**
 * `application/json`, with or without a charset (contract 10). Other types that JSON could be read from are refused: what the
 * parser does not take for JSON it would hand on as `{}`, and `{}` asks for everything.
 */
const isJson = /^application\/json[ \t]*(?:;[ \t]*charset=(?:"[\w-]{1,40}"|[\w-]{1,40})[ \t]*)?$/i;

/** Reads the body as JSON, or says at the door why it cannot: 415, 413, 400. The body itself is never echoed. */
export function readJson(kilobytes = 8): Middleware {
  const parse = bodyParser({ enableTypes: ['json'], jsonLimit: `${kilobytes}kb`, strict: false });
  return async function readJson(ctx, next) {
    // What came by the short way was read there.
    if (ctx.state.query !== undefined) return next();
    if (!isJson.test(ctx.get('Content-Type'))) throw unsupportedType(ctx);
    try {
      await parse(ctx, async () => undefined);
    } catch (error) {
      throw asProblem(error, kilobytes);
    }
    await next();
  };
}

function unsupportedType(ctx: RequestContext): Problem {
  const came = ctx.get('Content-Type').slice(0, 100);
  return new Problem('unsupported-type', {
    detail: `Send "Content-Type: application/json"${came === '' ? '' : `, not "${came}"`}.`,
  });
}

/** Whatever is thrown while a body is read is the body's fault: a wrong gzip throws without a status. */
function asProblem(error: unknown, kilobytes: number): Problem {
  const { status, type, message } = error as { status?: number; type?: string; message?: string };
  if (status === 413 || type === 'entity.too.large')
    return new Problem('body-too-large', { detail: `Send at most ${kilobytes} kB.` });
  if (status === 415)
    return new Problem('unsupported-type', { detail: 'Send the body as UTF-8, plain or packed by gzip or deflate.' });
  const isSyntax = error instanceof SyntaxError;
  return new Problem('invalid-json', {
    detail: isSyntax && message ? parserSentence(message) : 'The body could not be read as JSON.',
  });
}

/** The parser's sentence without the text it quotes, which is the client's own. */
function parserSentence(message: string): string {
  const [open, close] = [message.indexOf('"'), message.lastIndexOf('"')];
  const before = message.slice(0, open).replace(/,? ?\.{0,3}$/, '');
  const behind = message.slice(close + 1).replace(/^\.{0,3}(?: is not valid JSON)?/, '');
  const sentence = (open === close ? message : `${before} in the body${behind}`).replace(/\s+/g, ' ').trim();
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
