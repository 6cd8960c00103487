import { say, spokenLanguage } from '../../shared/messages/messages.js';
import { keptByBasePath } from '../middleware/base-path.js';
import type { Middleware } from '../middleware/identify.js';
import { notBuilt, type Pages, pageHeaders, sendFixture } from './pages.js';
import { type PageParts, writePage } from './write-page.js';

/** A page that is the same for everybody who reads a language. */
export function fixedPage(pages: Pages, parts: () => PageParts): Middleware {
  if (pages.edition === '') return notBuilt;
  const type = 'text/html; charset=utf-8';
  const byLanguage = (): Middleware => {
    const written = new Map<string, Middleware>();
    return (ctx, next) => {
      const language = spokenLanguage();
      let page = written.get(language);
      if (page === undefined) {
        const text = writePage(pages, parts());
        page = sendFixture({ type, body: () => text, cacheControl: 'no-cache', headers: pageHeaders });
        written.set(language, page);
      }
      return page(ctx, next);
    };
  };
  return keptByBasePath(byLanguage);
}

/** GET /saved: what a browser keeps, which only its script knows. */
export const savedPage = (pages: Pages): Middleware =>
  fixedPage(pages, () => ({
    title: `${say('saved')} · ${say('jobSearch')}`,
    description: say('saved.about'),
    script: 'saved',
    current: '/saved',
    main: (
      <>
        <h1>{say('saved')}</h1>
        <p id="status" class="quiet" role="status" />
        <div id="saved" />
        <p class="quiet">
          <a href="/known">{say('known.title')}</a>
        </p>
        <noscript>
          <p class="note warn">{say('saved.needsScript')}</p>
        </noscript>
      </>
    ),
  }));
