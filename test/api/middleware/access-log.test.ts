import { expect, test } from '@jest/globals';
import { createAccessLog } from '../../../api/middleware/access-log.js';
import { noApiMetrics } from '../../../api/server/metrics.js';
import { createLogger } from '../../../shared/logger.js';

const answered = {
  method: 'GET',
  path: '/api',
  route: '/api',
  status: 200,
  caller: undefined,
  requestId: 'request-1',
  ms: 1.4,
};
const cached = { ...answered, search: 's-1', cache: 'job-search; hit; ttl=5' };

test('a line printed by parts says what the request’s own logger says, with a search and without one', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', 'test', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const write = createAccessLog({ metrics: noApiMetrics, logger });
  for (const each of [{ ...answered, search: undefined, cache: undefined }, cached]) {
    lines.length = 0;
    write(each);
    write(each, logger.child({ requestId: each.requestId }));
    const [byParts, byLogger] = lines.map(({ time: _time, ...said }) => said);
    expect(byParts).toEqual(byLogger);
    expect(byParts).toMatchObject({ path: '/api', status: 200, requestId: 'request-1', ms: 1 });
  }
});
