import type { Plans } from '../../shared/auth/plans.js';
import type { Middleware } from '../middleware/request-context.js';
import { sendFixture } from '../pages/send-fixture.js';

/** GET /api/openapi.json: this API in OpenAPI 3.1; generated once per process. */
export function openapi({ version, plans }: { version: string; plans: Plans }): Middleware {
  return sendFixture({
    type: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    body: async () => {
      const { describeApi } = await import('../openapi/describe-api.js');
      return JSON.stringify(describeApi({ version, plans }));
    },
  });
}
