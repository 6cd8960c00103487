/** Slots for sending deliveries, shared fairly by the owners of watches. */
import type { Logger } from '../../shared/logger.js';

/** A delivery or test for an owner; `apart`: its receiver times out. `isUrgent`: a caller waits for it. */
export type SlotTask = { name: string; owner: string; apart: boolean; isUrgent: boolean; run(): Promise<void> };

/** Slots for sending deliveries, shared fairly by the owners of their watches. */
export type DeliverySlots = {
  /** Runs a task as soon as its owner has a slot; `false` = too many of the owner wait. One that waits or runs is not added again. */
  offer(task: SlotTask): boolean;
  /** Whether a task of this name waits or runs. */
  has(name: string): boolean;
  /** Starts no more tasks; resolves when running ones have ended. */
  close(): Promise<void>;
};

/** An owner gets at most this share of the slots, and at least one. */
const shareOfOwner = 1 / 4;

/** Receivers that time out have separate slots: this share of the others. */
const shareApart = 1 / 4;

/** Maximum waiting tasks per owner. */
const mostWaiting = 1000;

/** Creates the slots of a process: `slots` for receivers that answer, and a quarter as many for the others. */
export function createDeliverySlots(slots: number, logger: Pick<Logger, 'warn'>): DeliverySlots {
  const usual = createLane(slots, logger);
  const apart = createLane(Math.max(1, Math.floor(slots * shareApart)), logger);
  return {
    offer: (task) => (task.apart ? apart : usual).offer(task),
    has: (name) => usual.has(name) || apart.has(name),
    close: async () => void (await Promise.all([usual.close(), apart.close()])),
  };
}

/** `turn`: when it last got a slot, as a count of slots given. */
type Owner = { running: number; turn: number; waiting: SlotTask[] };

function createLane(slots: number, logger: Pick<Logger, 'warn'>): DeliverySlots {
  const mostOfOwner = Math.max(1, Math.floor(slots * shareOfOwner));
  const owners = new Map<string, Owner>();
  const running = new Set<Promise<void>>();
  const names = new Set<string>();
  let [turns, isClosed] = [0, false];

  const run = async (task: SlotTask, owner: Owner): Promise<void> => {
    try {
      await task.run();
    } catch (err) {
      // Unsent deliveries are due again after a while.
      logger.warn({ err, delivery: task.name }, 'watches: a delivery was interrupted');
    }
    names.delete(task.name);
    owner.running -= 1;
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(task.owner);
  };
  /** The next owner: among those with the fewest slots, the one whose last turn was longest ago. */
  const nextOwner = (): Owner | undefined =>
    [...owners.values()]
      .filter((each) => each.waiting.length > 0 && each.running < mostOfOwner)
      .sort((one, other) => one.running - other.running || one.turn - other.turn)[0];
  const begin = (): void => {
    while (running.size < slots) {
      const owner = nextOwner();
      const task = owner?.waiting.shift();
      if (owner === undefined || task === undefined) return;
      owner.running += 1;
      owner.turn = ++turns;
      const ending = run(task, owner).finally(() => {
        running.delete(ending);
        begin();
      });
      running.add(ending);
    }
  };
  return {
    offer(task) {
      if (isClosed || names.has(task.name)) return true;
      const owner = owners.get(task.owner) ?? { running: 0, turn: 0, waiting: [] };
      if (owner.waiting.length >= mostWaiting) return false;
      owners.set(task.owner, owner);
      names.add(task.name);
      if (task.isUrgent) owner.waiting.unshift(task);
      else owner.waiting.push(task);
      begin();
      return true;
    },
    has: (name) => names.has(name),
    async close() {
      isClosed = true;
      for (const owner of owners.values()) owner.waiting = [];
      await Promise.all(running);
    },
  };
}
