import { say } from '../../shared/messages/messages.js';
import { keptByReader } from '../middleware/base-path.js';
import type { Middleware } from '../middleware/identify.js';
import { notBuilt, type Pages, pageHeaders, sendFixture } from './pages.js';
import { type PageParts, writePage } from './write-page.js';

/** A page that is the same for all readers of a language. */
export function fixedPage(pages: Pages, parts: () => PageParts): Middleware {
  if (pages.edition === '') return notBuilt;
  const body = () => writePage(pages, parts());
  return keptByReader(() =>
    sendFixture({ type: 'text/html; charset=utf-8', body, cacheControl: 'no-cache', headers: pageHeaders }),
  );
}

/** GET /saved: the data saved in this browser, filled in by a script. */
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
