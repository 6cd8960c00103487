import { geoStatsOperations } from '../geo-stats/geo-stats-operations.js';
import { infoOperations } from '../info/info.js';
import { hiddenOperations, jobOperations } from '../jobs/job-operations.js';
import { meOperations } from '../me/me.js';
import type { Endpoint } from '../middleware/problems.js';
import { searchOperations } from '../search/search-operations.js';
import { suggestOperations } from '../suggest/suggest.js';
import { watchOperations } from '../watches/watch-operations.js';
import type { Operations } from './operation.js';

const documentOperations: Operations = {
  'GET /api/openapi.json': {
    operationId: 'openapi',
    tag: 'Service',
    summary: 'This API in OpenAPI 3.1.',
    description: 'Generated from the schemas that validate.',
    key: 'none',
    tagged: true,
    answers: { 200: { description: 'The document.', content: { 'application/json': { schema: { type: 'object' } } } } },
    onlyProblems: ['invalid-request', 'too-many-invalid-requests'],
  },
  'GET /api/docs': {
    operationId: 'docs',
    tag: 'Service',
    summary: 'This API to read and to try.',
    description: 'Works offline: all of its files come from this service.',
    key: 'none',
    tagged: true,
    answers: { 200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } } },
    onlyProblems: [],
  },
};

/** All operations of the API, each declared next to its route. */
export const operations: Operations = {
  ...infoOperations,
  ...searchOperations,
  ...jobOperations,
  ...suggestOperations,
  ...watchOperations,
  ...meOperations,
  ...hiddenOperations,
  ...geoStatsOperations,
  ...documentOperations,
};

/** The endpoints of this service, as `GET /api` lists them and a 404 suggests them. */
export const endpoints: readonly Endpoint[] = [
  ...Object.entries(operations).map(([route, { summary }]) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, path, summary };
  }),
  { method: 'POST', path: '/mcp', summary: 'The same for AI assistants (Model Context Protocol).' },
];
