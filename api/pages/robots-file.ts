import type { Config } from '../../shared/config.js';
import { originOf } from '../formats/feed-links.js';
import type { Middleware } from '../middleware/request-context.js';

type IndexingConfig = Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

/** GET /robots.txt (RFC 9309): nothing may be crawled, or with INDEXING=on the job pages, which the sitemap lists, but no search. */
export function robotsFile(config: IndexingConfig): Middleware {
  const rules = [
    'Allow: /jobs/',
    'Allow: /companies',
    'Allow: /api/docs',
    'Disallow: /api/',
    'Disallow: /?',
    'Disallow: /search',
    'Disallow: /salaries',
    'Disallow: /mcp',
  ];
  return async function robotsFile(ctx) {
    const lines =
      config.INDEXING === 'on' ? [...rules, '', `Sitemap: ${originOf(ctx, config)}/sitemap.xml`] : ['Disallow: /'];
    ctx.type = 'text/plain; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.body = `${['User-agent: *', ...lines].join('\n')}\n`;
  };
}

/** GET /llms.txt: what an AI assistant finds here; only with INDEXING=on, else the 404 of the API. */
export function llmsFile(config: IndexingConfig): Middleware {
  return async function llmsFile(ctx, next) {
    if (config.INDEXING !== 'on') return next();
    ctx.type = 'text/plain; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.body = llms(originOf(ctx, config));
    return undefined;
  };
}

const llms = (origin: string): string => `# Job search

> Searches many job boards at once and gives one ranked answer. Each job says why it matches, and each fact that is deduced is marked.

## Read

- [A job](${origin}/jobs/{id}): a page with schema.org JobPosting data; ids come from searches and the sitemap
- [Companies with openings](${origin}/companies): a page each
- [All open jobs of whole boards](${origin}/sitemap.xml): their pages, as a sitemap
- [A search as a feed](${origin}/api/jobs/feed?keyword=nurse&location=Berlin): Atom, JSON Feed or CSV

## Use

- [The API in OpenAPI 3.1](${origin}/api/openapi.json)
- [The Model Context Protocol](${origin}/mcp): the same searches as tools
`;
