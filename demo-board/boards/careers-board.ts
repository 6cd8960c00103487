import type { DemoPosting } from '../postings/posting.js';
import { jobLd } from './job-ld.js';
import { cutPage, htmlPage, listingPage, postingHtml, sites } from './pages.js';
import { type Board, found, moved, type Reply } from './reply.js';
import { createSearch, searchOf } from './search-postings.js';

const site = sites.careers;

/** The board of server-side pages: listings with links, details with schema.org JobPosting, a sitemap. */
export function createCareersBoard(postings: readonly DemoPosting[]): Board {
  const search = createSearch(postings);
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  const newestFirst = search({ q: '', where: '' });
  return ({ path, query, origin }) => {
    const asked = searchOf(query);
    if (path === site.home)
      return found('html', listingPage(site, cutPage(search(asked), query, { home: site.home, size: 20 }), asked));
    if (path === '/careers' || path === `${site.home}/`) return moved(site.home);
    if (path === '/careers/sitemap.xml') return sitemap(newestFirst, origin);
    const posting = byId.get(/^\/careers\/jobs\/(\d+)(?:\/[^/]*)?$/.exec(path)?.[1] ?? '');
    if (!posting) return null;
    return path === posting.path ? detailPage(posting, origin) : moved(posting.path);
  };
}

/** The JobPosting by itself, in a list or in a graph. */
function detailPage(posting: DemoPosting, origin: string): Reply {
  const job = jobLd(posting, origin);
  const block = [job, [job], { '@context': 'https://schema.org', '@graph': [job] }][posting.opening.index % 3];
  const ld = `<script type="application/ld+json">${JSON.stringify(block).replace(/</g, '\\u003c')}</script>`;
  const head = `<link rel="canonical" href="${origin}${posting.path}">\n${ld}\n`;
  const title = `${posting.title} at ${posting.companyName} · ${site.name}`;
  return found('html', htmlPage({ title, site, head, body: postingHtml(posting) }));
}

function sitemap(postings: readonly DemoPosting[], origin: string): Reply {
  const rows = postings.map(
    ({ path, updatedAt }) => `<url><loc>${origin}${path}</loc><lastmod>${updatedAt}</lastmod></url>`,
  );
  return found('xml', `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`);
}
