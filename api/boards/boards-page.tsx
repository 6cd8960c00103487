/** The page /boards: a three-step setup that chooses boards, and later a list to view and change them. */
import pTimeout from 'p-timeout';
import type { ComponentChildren } from 'preact';
import { type BoardReading, Reading } from '../../pages/boards/board-reading.js';
import {
  readSourceOutcome,
  type SourceRequest,
  sendSourceRequest,
  sourceRequestSchema,
} from '../../shared/admin/source-requests.js';
import { hasOwnBoards } from '../../shared/auth/operators.js';
import { fittingBoards } from '../../shared/catalogue/fitting-boards.js';
import { readKnownBoards } from '../../shared/catalogue/known-boards.js';
import { say } from '../../shared/messages/messages.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { attemptedBoards } from '../../shared/schedule/board-figures.js';
import { readListedSources } from '../../shared/schedule/listed-sources.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { subjectOf } from '../../shared/search/query/query.js';
import { findIllFormed } from '../../shared/words/text.js';
import type { AskHeld } from '../jobs/ask-held.js';
import type { Middleware, RequestContext } from '../middleware/identify.js';
import { readSourceRows } from '../operator/source-rows.js';
import type { Pages } from '../pages/pages.js';
import { sendPage } from '../pages/write-page.js';
import type { BoardFiguresCache } from '../server/board-figures-cache.js';
import { BoardsInUse, ChooseBoards, CodeForm, type Given, givenSearch, WishForm } from './boards-parts.js';
import { createOperatorAccess, type OperatorAccess } from './operator-access.js';

type BoardsContext = Parameters<typeof createOperatorAccess>[0] & { askHeld: AskHeld; boardFigures: BoardFiguresCache };

/** Jobs shown while boards are being read, and the time limit for fetching them, in milliseconds. */
const [mostJobs, jobsMs] = [8, 1500];

/** Milliseconds for which those jobs are cached, and which the workers need to index a board after reading it. */
const [answerMs, indexedMs] = [1500, 10_000];

/** Seconds after which a browser without scripts reloads the page. */
const plainSeconds = 3;

/** Maximum characters of a text; set by addresses. */
const longestText = 2000;

/** The texts of a query or a form; malformed Unicode is left out. */
const textsOf = (values: object): Given =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] =>
      typeof value === 'string' && findIllFormed(value) === null ? [[name, value.slice(0, longestText)]] : [],
    ),
  );

/** The routes of /boards: the page, its forms, and the reading progress. */
export function boardsPages(context: BoardsContext, pages: Pages) {
  const access = createOperatorAccess(context);
  const { redis } = context;
  return {
    page: async (ctx) => {
      const given = textsOf(ctx.query);
      if (!(await access.isOperator(ctx))) return send(ctx, pages, 403, <CodeForm isWrong={given.code === 'wrong'} />);
      const isOwn = await hasOwnBoards(redis);
      if (given.step === '3') return sendReading(ctx, context, pages);
      if (!isOwn && given.step !== '2') return send(ctx, pages, 200, <WishForm given={given} />);
      return send(
        ctx,
        pages,
        200,
        <ChooseBoards
          given={given}
          isSetup={!isOwn}
          fitting={fittingBoards(readKnownBoards(), { keyword: given.keyword ?? '', location: given.location ?? '' })}
        >
          {isOwn && <BoardsInUse rows={await readSourceRows(redis, context.now())} given={given} now={context.now()} />}
        </ChooseBoards>,
      );
    },
    signIn: async (ctx) => {
      const { code = '' } = textsOf(ctx.request.body ?? {});
      const isIn = access.isOwnForm(ctx) && (await access.signIn(ctx, code));
      leadTo(ctx, isIn ? {} : { code: 'wrong' });
    },
    signOut: async (ctx) => {
      if (access.isOwnForm(ctx)) await access.signOut(ctx);
      leadTo(ctx, {});
    },
    change: (ctx) => change(ctx, context, { pages, access }),
    reading: async (ctx, next) => {
      if (!(await access.isOperator(ctx))) return next();
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await readReading(context, textsOf(ctx.query));
      return undefined;
    },
  } satisfies Record<string, Middleware>;
}

function send(
  ctx: RequestContext,
  pages: Pages,
  status: number,
  main: ComponentChildren,
  head: ComponentChildren = null,
): void {
  sendPage(ctx, pages, {
    status,
    cache: 'no-store',
    title: `${say('boards.title')} · ${say('jobSearch')}`,
    description: say('boards.title'),
    script: 'boards',
    styles: ['search', 'results', 'boards'],
    address: ctx.url,
    head,
    main: <div class="boards">{main}</div>,
  });
  // With `no-referrer`, browsers would send `Origin: null` with the forms.
  ctx.set('Referrer-Policy', 'same-origin');
}

/** Redirects after a form to the page that shows the outcome. */
function leadTo(ctx: RequestContext, query: Given): void {
  const written = new URLSearchParams(query).toString();
  ctx.status = 303;
  ctx.redirect(`/boards${written === '' ? '' : `?${written}`}`);
}

/** Sends the change in a form to the workers. */
async function change(
  ctx: RequestContext,
  { redis, now }: BoardsContext,
  { pages, access }: { pages: Pages; access: OperatorAccess },
): Promise<void> {
  if (!(await access.isOperator(ctx))) return send(ctx, pages, 403, <CodeForm isWrong={false} />);
  const body = (ctx.request.body ?? {}) as Record<string, unknown>;
  const given = textsOf(body);
  const read = access.isOwnForm(ctx) ? readChange(given, [body.board ?? []].flat()) : null;
  if (read === null) return leadTo(ctx, { step: '2', ...givenSearch(given), missing: 'boards' });
  if ('text' in read) return leadTo(ctx, { step: '2', ...givenSearch(given), text: read.text });
  await access.stay(ctx);
  const request = await sendSourceRequest(redis, read, now());
  leadTo(ctx, { step: '3', ...givenSearch(given), request: request ?? 'full' });
}

/** The change that a form requests, or the name to search the catalogue for; `null` = nothing valid. */
function readChange(given: Given, boards: readonly unknown[]): SourceRequest | { text: string } | null {
  const { keyword = '', location = '', action = '', address = '', id = '', kind = '' } = given;
  if (action === 'add' && address.trim() !== '' && !/[./]/.test(address)) return { text: address.trim() };
  const { text = '', industry = '', size = '', country = '' } = given;
  const request: object | undefined = new Map<string, object>([
    [
      'fit',
      {
        action: 'add-chosen',
        boards: fittingBoards(readKnownBoards(), { keyword, location }).boards.map(({ board }) => board),
      },
    ],
    ['chosen', { action: 'add-chosen', boards }],
    ['all', { action: 'add-known', text, industry, size, country }],
    ['add', { action, address: address.trim() }],
    ['remove', { action, id }],
    ['pause', { action, id }],
    ['resume', { action, id }],
    ['try', { action, id }],
    ['pause-all', { action, kind: kind || null }],
    ['resume-all', { action, kind: kind || null }],
  ]).get(action);
  const parsed = sourceRequestSchema.safeParse(request);
  return parsed.success ? parsed.data : null;
}

async function sendReading(ctx: RequestContext, context: BoardsContext, pages: Pages): Promise<void> {
  const reading = await readReading(context, textsOf(ctx.query));
  const refresh = (
    <noscript>
      <meta http-equiv="refresh" content={String(plainSeconds)} />
    </noscript>
  );
  send(
    ctx,
    pages,
    200,
    <>
      <h1>{say('boards.step3')}</h1>
      <div id="reading" data-finished={reading.isFinished ? 'yes' : 'no'}>
        <Reading reading={reading} now={context.now()} />
      </div>
      <p>
        <a class="act" href="/boards">
          {say('boards.inUse')}
        </a>
      </p>
    </>,
    reading.isFinished ? null : refresh,
  );
}

/** The progress of a request and of reading the boards, with the first jobs that match the search. */
async function readReading({ redis, askHeld, boardFigures, now }: BoardsContext, given: Given): Promise<BoardReading> {
  const search = givenSearch(given);
  const parsed = parseQuery(search);
  const at = now().getTime();
  const [outcome, listed, figures, latest] = await Promise.all([
    given.request === undefined ? null : readSourceOutcome(redis, given.request),
    readListedSources(redis),
    boardFigures(),
    redis.zrevrange(redisKeys.boardsRead, 0, 0, 'WITHSCORES'),
  ]);
  const boards = listed.filter(({ key, paused }) => key !== null && !paused).length;
  const attempted = Math.min(boards, attemptedBoards(figures));
  const answer =
    'errors' in parsed || figures.postings === 0
      ? null
      : askHeld({ subject: subjectOf(parsed.query), jobs: mostJobs, facets: false, asOf: Math.floor(at / answerMs) });
  const found = answer && (await pTimeout(answer, { milliseconds: jobsMs, fallback: () => null }).catch(() => null));
  const jobs = found?.jobs ?? [];
  const isRead = figures.total >= boards && attempted >= boards;
  const isIndexed = jobs.length > 0 || figures.postings === 0 || at - Number(latest[1]) > indexedMs;
  return {
    outcome,
    boards,
    attempted,
    failing: figures.failing,
    postings: figures.postings,
    jobs,
    toJobs: `/?${new URLSearchParams({ keyword: '', ...search })}`,
    isFinished: outcome?.state !== 'waiting' && isRead && isIndexed,
  };
}
