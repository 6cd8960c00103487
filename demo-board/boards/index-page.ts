import type { DemoPosting } from '../postings/posting.js';
import { boardNames } from '../postings/posting.js';
import { htmlPage } from './layout.js';
import { found, type Reply } from './reply.js';
import { sites } from './sites.js';

/** How each board is read, for the page that lists them. */
const ways: Record<(typeof boardNames)[number], { how: string; api: string }> = {
  greenhouse: {
    how: 'Answers JSON in the shape of a Greenhouse job board. One request holds everything.',
    api: '/greenhouse/v1/boards/northwind/jobs?content=true',
  },
  careers: {
    how: 'Server-side pages: listings by words and place, details with schema.org JobPosting, a sitemap.',
    api: '/careers/jobs?q=engineer&where=Berlin',
  },
  spa: {
    how: 'An empty page until its script has run: only a browser can read it.',
    api: '/spa/jobs?q=nurse&where=Remote',
  },
};

/** The page at `/`: what this is, and where the boards are. */
export function indexPage(postings: readonly DemoPosting[]): Reply {
  const rows = boardNames.map((name) => {
    const count = postings.filter(({ board }) => board === name).length;
    const { how, api } = ways[name];
    return `<li class="card"><a href="${sites[name].home}">${sites[name].name}</a>
<p>${how} ${count.toLocaleString('en')} postings.</p>
<p><a href="${api.replaceAll('&', '&amp;')}"><code>${api.replaceAll('&', '&amp;')}</code></a></p></li>`;
  });
  const body = `<h1>Three job boards to try a search on</h1>
<p>This server invents ${postings.length.toLocaleString('en')} postings from a seed and shows them on three boards, each read in another way.
The same seed gives the same postings; their dates are counted from when the server started. Some openings stand on two boards, as in life.</p>
<ul class="cards">${rows.join('\n')}</ul>`;
  return found('html', htmlPage({ title: 'Demo board', site: sites.index, body }));
}
