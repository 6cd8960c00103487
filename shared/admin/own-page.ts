import type { Context } from 'koa';

/**
 * Whether a request that changes something is of a page of this port, or of a program: a browser sends the token with requests of
 * other sites too, and says where they come from (https://www.w3.org/TR/fetch-metadata/).
 */
export function isOwnPage(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  if (site !== '' && site !== 'same-origin' && site !== 'none') return false;
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.get('Host'));
}
