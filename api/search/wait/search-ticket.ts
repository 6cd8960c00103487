import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';

/** The request header in which the script of the search page sends its ticket. */
export const ticketHeader = 'Search-Ticket';

/** Seconds that a ticket is good for: a page on a slow line takes some to load its script. */
const ticketSeconds = 120;

/** Whose search it is: the bucket of the caller's quota, and the key of the search. */
type Counted = { caller: { bucket: string }; searchKey: string };

/** Of a search that was counted and is not finished: lets one request go on with it that is not counted again. */
export async function giveTicket(redis: RedisConnection, counted: Counted): Promise<string> {
  const ticket = randomUUID();
  await redis.set(redisKeys.searchTicket(ticket), ownerOf(counted), 'EX', ticketSeconds);
  return ticket;
}

/** Whether a ticket was given for this search of this caller; it is then used up. */
export async function takeTicket(redis: RedisConnection, ticket: string, counted: Counted): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(ticket)) return false;
  return (await redis.getdel(redisKeys.searchTicket(ticket))) === ownerOf(counted);
}

const ownerOf = ({ caller, searchKey }: Counted): string => `${caller.bucket} ${searchKey}`;
