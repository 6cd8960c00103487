import type { Door, House } from './house.js';
import { describeApi } from './openapi/describe-api.js';
import { sendFixture } from './send-fixture.js';

/** GET /api/openapi.json: this API in OpenAPI 3.1; the same document as long as the process lives. */
export function openapi({ version, plans }: House): Door {
  return sendFixture({
    type: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    body: JSON.stringify(describeApi({ version, plans })),
  });
}
