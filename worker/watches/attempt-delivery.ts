/** Makes one attempt to send a body, and notes it for the owner of its watch. */
import type { RedisConnection } from '../../shared/redis/redis.js';
import { type Attempt, type AttemptAnswer, noteAttempt } from '../../shared/watches/attempts.js';
import { addressError, type DeliveryWays } from '../../shared/watches/destinations.js';
import { needsConsent, unconfirmedReason } from '../../shared/watches/mail-consent.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { SourceError } from '../sources/source-errors.js';
import type { Sender } from './send-body.js';

export type AttemptContext = {
  redis: RedisConnection;
  ways: DeliveryWays;
  sender: Sender;
  now: () => Date;
};

/**
 * Why a body was not accepted; `isFinal`: no other try helps. `isRefused`: the mail server does not take it, and said so for good.
 * `isHang`: the address has not answered in time.
 */
export type Failure = { reason: string; isFinal?: boolean; isRefused?: boolean; isHang?: boolean };

/** A body to be sent once; `planOf`: what follows when it is not accepted, where something does. */
export type Attempted = {
  id: string;
  type: Attempt['type'] | 'watch.confirm';
  body: string;
  jobs?: number;
  planOf?(failure: Failure): RetryPlan;
};

/** What follows a failure; `retryAt` in epoch ms, unless it is over. */
export type RetryPlan = { failures: number; retryAt: number; isOver: boolean };

/**
 * Creates the step that sends a body once and notes the attempt for the owner of its watch; mails that ask for consent are not
 * noted, since nobody may read their link but who receives it.
 */
export function createAttempt({ redis, ways, sender, now }: AttemptContext) {
  const send = async (
    watch: StoredWatch,
    { id, type, body }: Attempted,
  ): Promise<AttemptAnswer & { failure: Failure | null }> => {
    const unanswered = (failure: Failure) => ({ status: null, answer: null, failure });
    try {
      const unsafe = addressError(watch.url, ways);
      if (unsafe !== null) return unanswered({ reason: unsafe });
      if (type !== 'watch.confirm' && (await needsConsent(redis, watch)))
        return unanswered({ reason: unconfirmedReason, isFinal: true });
      const answered = await sender.send(watch, { id, body, at: now() });
      const { status } = answered;
      if (status === null || (status >= 200 && status < 300)) return { ...answered, failure: null };
      const failure = { reason: `The address answered with status ${status}.`, isFinal: status === 410 };
      return { ...answered, failure };
    } catch (error) {
      const reason = `The address could not be reached: ${causeOf(error)}.`;
      return unanswered({ reason, isHang: isTimeout(error), isRefused: isRefusal(error) });
    }
  };
  return async function attempt(watch: StoredWatch, attempted: Attempted) {
    const startedAt = now();
    const { failure, ...answer } = await send(watch, attempted);
    const plan = failure === null ? null : (attempted.planOf?.(failure) ?? null);
    const { id, type, body, jobs = jobsIn(attempted) } = attempted;
    if (type !== 'watch.confirm')
      await noteAttempt(redis, watch.id, {
        ...{ id, type, body, at: startedAt.toISOString(), tookMs: Math.max(0, now().getTime() - startedAt.getTime()) },
        ...{ jobs, accepted: failure === null, ...answer, reason: failure?.reason ?? null },
        nextAt: plan === null || plan.isOver ? null : new Date(plan.retryAt).toISOString(),
      });
    return { failure, plan };
  };
}

/** The openings in a body that was sent before; a test has none. */
const jobsIn = ({ type, body }: Attempted): number =>
  type === 'jobs.found' ? (JSON.parse(body) as { data: { jobs: unknown[] } }).data.jobs.length : 0;

/** Whether an address has not answered in time. */
const isTimeout = (error: unknown): boolean => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT' || isLateName(error);
};

const isLateName = (error: unknown): boolean => error instanceof SourceError && error.failure === 'unreachable';

/** Whether a mail server has refused a recipient or a mail with a status (5yz) that is not to be tried again (RFC 5321, 4.2.1). */
const isRefusal = (error: unknown): boolean => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500;
};

/**
 * What went wrong, without anything that the address has sent. A name that leads to a private network alone reads as one that does
 * not exist: which names the operator's network knows is nobody's business.
 */
const causeOf = (error: unknown): string => {
  const { code, name, syscall } = error as { code?: unknown; name?: unknown; syscall?: unknown };
  if (isLateName(error)) return 'its name was not resolved in time';
  if (error instanceof SourceError || /^(?:getaddrinfo|query)/.test(String(syscall)))
    return 'its name leads to no public address';
  return typeof code === 'string' ? code : String(name);
};
