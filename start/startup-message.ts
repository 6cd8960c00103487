import { hidePassword } from '../shared/config.js';
import type { Started } from './start-service.js';

/** A search that every fresh installation can answer. */
const firstSearch = { keyword: 'software engineer', remoteFilter: 'hybrid', limit: '3' };

/** The lines printed once the service is ready: its addresses and one command to paste. */
export function startupMessage({ url, operator, redis, sources, chromium }: Started): string[] {
  const lines = [
    `Redis     ${hidePassword(redis)}`,
    `Chromium  ${chromium ?? 'none: pages that need JavaScript are not read'}`,
    `Sources   ${sources}`,
    `Operator  ${operator ?? 'set ADMIN_PORT for a page of sources, failures and figures'}`,
  ];
  if (url === null) return [...lines, 'The workers wait for searches.'];
  const search = `curl -s ${url}/api/jobs/search -H 'Content-Type: application/json' -d '${JSON.stringify(firstSearch)}'`;
  return [`Search    ${url}/`, `Map       ${url}/geo`, `API       ${url}/api`, ...lines, 'Try it:', search];
}
