import { deflateRawSync } from 'node:zlib';
import type { DemoPosting } from '../postings/posting.js';
import { jobLd } from './job-ld.js';
import { cutPage, htmlPage, listingHtml, postingHtml, sites } from './pages.js';
import { type Board, found, type Reply } from './reply.js';
import { createSearch, searchOf } from './search-postings.js';
import { spaScript } from './spa-script.js';

const site = sites.spa;

/** Every page is this one until its script has run. */
const shell = htmlPage({
  title: site.name,
  site,
  head: '<script src="/spa/app.js" defer></script>\n',
  body: '<div id="app" data-state="loading"></div>\n<noscript><p>This board needs JavaScript.</p></noscript>',
});

/** The board that only a browser can read: an empty page, a script, and data in a custom format. */
export function createSpaBoard(postings: readonly DemoPosting[]): Board {
  const search = createSearch(postings);
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  return ({ path, query, origin }) => {
    if (path === site.home) return found('html', shell);
    if (path === '/spa/app.js') return found('script', spaScript);
    if (path === '/spa/data') {
      const asked = searchOf(query);
      const at = cutPage(search(asked), query, { home: site.home, size: 40 });
      const ld = at.items.map((posting) => jobLd(posting, origin));
      return pack({ title: site.name, html: listingHtml(site, at, asked), ld });
    }
    const [, place, id = ''] = /^\/spa\/(jobs|data)\/(\w+)$/.exec(path) ?? [];
    const posting = byId.get(id);
    if (!posting) return null;
    if (place === 'jobs') return found('html', shell);
    const title = `${posting.title} at ${posting.companyName} · ${site.name}`;
    return pack({ title, html: postingHtml(posting), ld: [jobLd(posting, origin)] });
  };
}

/** Compressed without a name or header that an HTTP client would recognise: raw deflate (RFC 1951), as plain bytes. */
function pack(value: object): Reply {
  return found('bytes', deflateRawSync(JSON.stringify(value), { level: 1 }));
}
