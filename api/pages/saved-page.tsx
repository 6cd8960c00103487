import type { Middleware } from '../middleware/identify.js';
import { notBuilt, type Pages, pageHeaders, sendFixture } from './pages.js';
import { writePage } from './write-page.js';

/** GET /saved: what a browser keeps, which only its script knows. */
export function savedPage(pages: Pages): Middleware {
  if (pages.edition === '') return notBuilt;
  const main = (
    <>
      <h1>Saved</h1>
      <p id="status" class="quiet" role="status" />
      <div id="saved" />
      <noscript>
        <p class="note warn">What you save is kept by a script in this browser, so this page needs JavaScript.</p>
      </noscript>
    </>
  );
  const description = 'Your saved searches and jobs, kept in this browser.';
  const text = writePage(pages, {
    title: 'Saved · Job search',
    description,
    main,
    script: 'saved.js',
    current: '/saved',
  });
  const type = 'text/html; charset=utf-8';
  return sendFixture({ type, body: () => text, cacheControl: 'no-cache', headers: pageHeaders });
}
