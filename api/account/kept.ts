/** The data that signed-in people have saved: reads, replaces, exports and deletes it. */
import { parse } from '../../pages/mine/my-jobs-file.js';
import { say } from '../../shared/messages/messages.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import { packText, unpackText } from '../../shared/search/packed-text.js';
import type { Middleware } from '../middleware/identify.js';
import { invalidRequest } from '../middleware/problems.js';
import type { Pages } from '../pages/pages.js';
import { sendText } from '../pages/write-page.js';
import { Deleted } from './account-page.js';
import type { AccountContext, AccountState } from './sign-in.js';

type KeptContext = Pick<AccountContext, 'accounts' | 'now'> & { redis: RedisConnection };

/** Maximum body size when replacing saved data, in kilobytes; enough for 2,000 jobs with notes. */
export const keptKilobytes = 4000;

/** Saved data in the format of the exported file, and how often it was replaced. Revision 0 has no text. */
type Kept = { revision: number; text: string | null };

async function readKept(redis: RedisConnection, id: string): Promise<Kept> {
  const [revision, packed] = await redis.hmgetBuffer(redisKeys.account(id), 'revision', 'kept');
  return { revision: Number(String(revision ?? '0')), text: packed ? await unpackText(packed) : null };
}

/** `GET /account/kept`: the account's saved data and its revision. */
export function sendKept({ redis }: KeptContext): Middleware<AccountState> {
  return async function sendKept(ctx) {
    const { id } = ctx.state.account;
    const { revision, text } = await readKept(redis, id);
    ctx.type = 'application/json';
    ctx.body = `{"account":"${id}","revision":${revision},"kept":${text}}`;
  };
}

/**
 * `PUT /account/kept` with `{ revision, kept }`: replaces the saved data of this revision. Answers 409 with the current
 * data if it has been replaced since, for example by another device.
 */
export function replaceKept({ redis, now }: KeptContext): Middleware<AccountState> {
  return async function replaceKept(ctx) {
    const { id } = ctx.state.account;
    const { revision, kept } = (ctx.request.body ?? {}) as { revision?: unknown; kept?: unknown };
    const valid = parse(JSON.stringify(kept ?? null));
    if (valid === null || !Number.isSafeInteger(revision))
      throw invalidRequest({ errors: [notKept], count: 1 }, 'fields');
    const replaced = await runScript(redis, 'account/write-kept', {
      keys: { account: redisKeys.account(id) },
      args: { revision: Number(revision), kept: await packText(JSON.stringify(valid)), at: now().getTime() },
    });
    ctx.type = 'application/json';
    if (replaced !== -1) {
      ctx.body = `{"revision":${String(replaced)}}`;
      return;
    }
    const newer = await readKept(redis, id);
    ctx.status = 409;
    ctx.body = `{"revision":${newer.revision},"kept":${newer.text}}`;
  };
}

const notKept = {
  pointer: '#/kept',
  code: 'unknown-value',
  detail:
    'Send the revision that you read, and the data that the pages export: {"version":1,"searches":[…],"jobs":{…}}.',
} as const;

/** `GET /account/export`: the saved data as a file that the pages of any such service can import. */
export function exportKept({ redis }: KeptContext): Middleware<AccountState> {
  return async function exportKept(ctx) {
    const { text } = await readKept(redis, ctx.state.account.id);
    ctx.type = 'application/json';
    ctx.attachment('saved-jobs.json');
    ctx.body = text ?? '{"version":1,"searches":[],"jobs":{}}';
  };
}

/** `POST /account/delete`: deletes the account with everything it has saved, and ends all its sessions. */
export function deleteAccount({ accounts }: KeptContext, pages: Pages): Middleware<AccountState> {
  return async function deleteAccount(ctx) {
    await accounts.delete(ctx.state.account.id);
    ctx.set('Clear-Site-Data', '"cache"');
    return sendText(ctx, pages, 200, [say('account.deleted'), Deleted()]);
  };
}
