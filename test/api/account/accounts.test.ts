import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { createAccounts } from '../../../api/account/accounts.js';
import { sessionMs } from '../../../api/auth/sessions.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
let time = Date.parse('2026-11-30T12:00:00Z');
const config = { AUTH_PROXY_HEADER: '', OIDC_ISSUER: 'https://login.example', TRUST_PROXY: null };
const accounts = createAccounts({ redis, config, now: () => new Date(time) });
const ada = { id: 'account-of-ada', name: 'Ada' };
const requestWith = (cookie: string) => ({ headers: { cookie } }) as IncomingMessage;

test('signing in again replaces the session of the browser, and nothing of the former one stays', async () => {
  const former = requestWith(`session=${await accounts.begin(requestWith(''), ada)}`);
  const again = requestWith(`session=${await accounts.begin(former, ada)}`);
  expect(await accounts.find(former)).toBeNull();
  expect(await accounts.find(again)).toEqual(ada);
  expect(await redis.scard(redisKeys.accountSessions(ada.id))).toBe(1);
});

test('a session ends after its longest time even if it is used, and none is one of an operator', async () => {
  const token = await accounts.begin(requestWith(''), ada);
  expect(await accounts.find(requestWith(`operator=${token}`))).toBeNull();
  time += sessionMs.session.longest - 1;
  expect(await accounts.find(requestWith(`session=${token}`))).toEqual(ada);
  time += 1;
  expect(await accounts.find(requestWith(`session=${token}`))).toBeNull();
});
