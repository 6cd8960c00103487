import { setTimeout as pause } from 'node:timers/promises';
import { type Chance, chanceOf } from '../../../demo-board/postings/chance.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { startBoardHost } from './board-host.js';
import { actAt, followCommands, type Moment } from './moments.js';
import { boards, createOpenings, type Openings, searches } from './openings.js';
import { type Receiver, startReceiver } from './receiver.js';
import { type Service, type ServiceProcess, serviceProcesses, startService } from './service.js';

/** How many kills, and which; a seed always selects the same. `together`: the share of kills that end several processes at once. */
export type KillRun = { seed: string; count: number; together: number; say(line: string): void };

/** What the watches received. `wrong`: violations, one sentence each. */
export type KillReport = {
  kills: Map<string, number>;
  /** Postings that boards listed at the end, and openings that watches were told. */
  postings: number;
  told: number;
  /** Deliveries that came again with the same id. */
  repeated: number;
  wrong: string[];
};

/** How long all deliveries may take to arrive after the last kill. */
const settleMs = 90_000;

/**
 * Kills workers and the API while boards list new openings, other cities and boards list them too, and some are posted again;
 * then checks that each watch was told each of its openings once, by deliveries that differ in their `webhook-id`.
 */
export async function runKills({ seed, count, together, say }: KillRun): Promise<KillReport> {
  const openings = createOpenings();
  const host = await startBoardHost(openings);
  const receiver = await startReceiver();
  const service = await startService(host.sources);
  const commands = await followCommands(service.redis);
  const stop = new AbortController();
  const kills = new Map<string, number>();
  try {
    await service.ready(serviceProcesses);
    await createWatches(service, receiver);
    await readFirst(service);
    const reading = keepReading(service, stop.signal);
    const answers = chanceOf(seed, 'answers');
    receiver.onArrival = ({ answer }) => answer(answers.maybe(0.05) ? 503 : 204);
    for (let number = 1; number <= count; number++) {
      const chance = chanceOf(seed, number);
      const victims = victimsOf(chance, together);
      await service.ready(victims);
      for (let changes = chance.int(1, 4); changes > 0; changes--) openings.change(chance);
      const { moment, at } = momentOf(chance);
      await actAt(moment, at, { commands, receiver }, () => service.kill(victims));
      const name = `${victims.join(' and ')}, ${moment}`;
      kills.set(name, (kills.get(name) ?? 0) + 1);
      say(`${number}: ${name}${moment.includes('answer') ? '' : ` ${at}`}`);
    }
    receiver.onArrival = ({ answer }) => answer(204);
    const left = await settle(service, { receiver, openings });
    stop.abort();
    await reading;
    const told = searches.reduce((sum, _, watch) => sum + receiver.titles(watch).length, 0);
    const postings = boards.reduce((sum, board) => sum + openings.listed(board).length, 0);
    const wrong = [...left, ...receiver.wrong, ...repeatedTitles(receiver)];
    return { kills, postings, told, repeated: receiver.repeated(), wrong };
  } finally {
    stop.abort();
    commands.close();
    await service.close();
    receiver.close();
    host.close();
  }
}

const victimsOf = (chance: Chance, together: number): readonly ServiceProcess[] =>
  chance.maybe(together)
    ? chance.weigh<readonly ServiceProcess[]>([
        [['worker 1', 'worker 2'], 4],
        [serviceProcesses, 1],
      ])
    : [
        chance.weigh<ServiceProcess>([
          ['worker 1', 3],
          ['worker 2', 3],
          ['API', 1],
        ]),
      ];

function momentOf(chance: Chance): { moment: Moment; at: number } {
  const moment = chance.weigh<Moment>([
    ['after a time', 2],
    ['at a command', 3],
    ['at a command of watches', 4],
    ['before an answer', 2],
    ['after an answer', 2],
  ]);
  return { moment, at: chance.int(1, { 'after a time': 1000, 'at a command': 400 }[moment as string] ?? 40) };
}

async function createWatches(service: Service, receiver: Receiver): Promise<void> {
  for (const [watch, { search }] of searches.entries()) {
    const made = await service.ask('/api/watches', { search, url: receiver.urlOf(watch) });
    if (made?.status !== 201) throw new Error(`A watch was not made: ${made?.text ?? 'no answer'}`);
    receiver.setSecret(watch, (JSON.parse(made.text) as { secret: string }).secret);
  }
}

/** Waits until every board was read, which is empty then: what it lists at its first reading is not told. */
async function readFirst(service: Service): Promise<void> {
  while ((await service.redis.exists(...boards.map(redisKeys.openings))) < boards.length) {
    await service.ask('/api/jobs/search');
    await pause(100);
  }
}

/** Has the boards read again and again. A board whose readings lost two workers rests: that is ended, so that the next kill meets openings. */
async function keepReading(service: Service, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await Promise.all(boards.map((board) => service.redis.del(redisKeys.rest(board))));
    await service.ask('/api/jobs/search');
    await pause(200);
  }
}

type Ends = { receiver: Receiver; openings: Openings };

/**
 * Waits until watches have all their openings, then has every board looked at again, as after a loss of what watches know, and
 * waits until nothing more is to be sent. Returns what is missing.
 */
async function settle({ redis }: Service, { receiver, openings }: Ends): Promise<string[]> {
  const end = performance.now() + settleMs;
  const until = async (done: () => boolean | Promise<boolean>): Promise<boolean> => {
    while (!(await done())) {
      if (performance.now() > end) return false;
      await pause(50);
    }
    return true;
  };
  const missing = () =>
    searches.flatMap(({ meets }, watch) => {
      const has = new Set(receiver.titles(watch));
      const listed = boards.flatMap((board) => openings.listed(board)).filter(meets);
      const lost = [...new Set(listed.map(({ title }) => title))].filter((title) => !has.has(title));
      return lost.map((title) => `Watch ${watch} was not told of ${title}.`);
    });
  const isIdle = async () => (await redis.hlen(redisKeys.deliveries)) === 0;
  await until(() => missing().length === 0);
  await redis.del(redisKeys.watchedBoards);
  await until(async () => (await redis.hlen(redisKeys.watchedBoards)) === boards.length);
  if (!(await until(isIdle))) return [...missing(), 'Deliveries are left.'];
  return missing();
}

const repeatedTitles = (receiver: Receiver): string[] =>
  searches.flatMap((_, watch) => {
    const seen = new Set<string>();
    return receiver.titles(watch).flatMap((title) => {
      if (seen.has(title)) return [`Watch ${watch} was told of ${title} twice.`];
      seen.add(title);
      return [];
    });
  });
