import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import type { Receiver } from './receiver.js';

/** When processes are killed. */
export const moments = [
  'after a time',
  'at a command',
  'at a command of watches',
  'before an answer',
  'after an answer',
] as const;
export type Moment = (typeof moments)[number];

/** A command that Redis has received. */
type Command = { isOfWatches: boolean };

/** The commands that Redis receives while it is open. The caller closes it. */
export type Commands = { onCommand: ((command: Command) => void) | null; close(): void };

/** Follows what Redis receives; commands of scripts are part of these. */
export async function followCommands(redis: RedisConnection): Promise<Commands> {
  if (!('monitor' in redis)) throw new Error('The commands of a cluster cannot be followed.');
  const monitor = await redis.monitor();
  const commands: Commands = { onCommand: null, close: () => monitor.disconnect() };
  const [ofWatches = ''] = redisKeys.watches.split('}');
  monitor.on('monitor', (_time: string, args: string[], source: string) => {
    if (source !== 'lua') commands.onCommand?.({ isOfWatches: args.some((each) => each.startsWith(ofWatches)) });
  });
  return commands;
}

type Sight = { commands: Commands; receiver: Receiver };

/** A moment that does not come is taken to have come after so many milliseconds. */
const patienceMs = 6000;

/**
 * Calls `act` at a moment, `count` = which command or how many milliseconds, and resolves when that is done. An answer that is
 * being held is given afterwards.
 */
export async function actAt(moment: Moment, count: number, sight: Sight, act: () => Promise<void>): Promise<void> {
  const { commands, receiver } = sight;
  const former = receiver.onArrival;
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      let isOver = false;
      const now = (): void => {
        if (isOver) return;
        isOver = true;
        act().then(resolve, reject);
      };
      timer = setTimeout(now, moment === 'after a time' ? count : patienceMs);
      let left = count;
      if (moment === 'at a command' || moment === 'at a command of watches')
        commands.onCommand = ({ isOfWatches }) => {
          if (moment === 'at a command' || isOfWatches) left -= 1;
          if (left <= 0) now();
        };
      if (moment === 'before an answer') receiver.onArrival = () => now();
      if (moment === 'after an answer')
        receiver.onArrival = (arrival) => {
          former(arrival);
          now();
        };
    });
  } finally {
    clearTimeout(timer);
    commands.onCommand = null;
    receiver.onArrival = former;
  }
}
