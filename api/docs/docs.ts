import type { Plans } from '../../shared/auth/plans.js';
import { keptByReader } from '../middleware/base-path.js';
import type { Middleware } from '../middleware/identify.js';
import { type Pages, pageHeaders, sendFixture } from '../pages/pages.js';

/** GET /api/docs: a page to read the API document and try it out, without other servers. Rendered once per process. */
export function docs({ version, plans }: { version: string; plans: Plans }, pages: Pages): Middleware {
  return keptByReader(() =>
    sendFixture({
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      body: async () => {
        const [{ describeApi }, { referencePage }] = await Promise.all([
          import('../openapi/describe-api.js'),
          import('./reference-page.js'),
        ]);
        return referencePage(pages, describeApi({ version, plans }));
      },
      headers: pageHeaders,
    }),
  );
}

/** GET /api/docs/samples: an earlier address; samples are now next to their operations. */
export function samples(): Middleware {
  return async function samples(ctx) {
    ctx.status = 308;
    ctx.redirect('/api/docs');
  };
}

/** GET /api/openapi.json: this API in OpenAPI 3.1; generated once per process. */
export function openapi({ version, plans }: { version: string; plans: Plans }): Middleware {
  return keptByReader(() =>
    sendFixture({
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
      body: async () => {
        const { describeApi } = await import('../openapi/describe-api.js');
        return JSON.stringify(describeApi({ version, plans }));
      },
    }),
  );
}
