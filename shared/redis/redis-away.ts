/** Codes of the system that mean: nobody answers at that address. */
const codes = /^(?:ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

/** Errors of ioredis by their name. */
const names = /^(?:MaxRetriesPerRequestError|ClusterAllFailedError)$/;

/** Errors of ioredis and BullMQ by what they say. */
const words =
  /Stream isn't writeable|Connection is closed|Command timed out|Connection in subscriber mode|Cluster isn't ready|Too many Cluster redirections|None of startup nodes is available|Cluster is (?:ended|disconnect)|Node is disconnected/;

/** What Redis itself answers while it cannot do its work: it loads, is full, cannot write to its disk, or lost a node. */
const refusals = /^(?:LOADING|OOM|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS) /;

/** Whether an error means that there is no Redis, or none that can take a command now: the work itself is not at fault. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    codes.test(code) ||
    names.test(error.name) ||
    words.test(error.message) ||
    refusals.test(error.message) ||
    isAwayInside(error)
  );
}

/** Whether an error means that Redis is full: it reads and deletes, and refuses every write that takes memory. */
export function isRedisFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause, previousErrors } = error as { cause?: unknown; previousErrors?: unknown };
  if (error.message.includes('OOM command not allowed') || isRedisFull(cause)) return true;
  return Array.isArray(previousErrors) && previousErrors.some(isRedisFull);
}

/** A transaction that Redis would not begin says why in the errors of its commands. */
function isAwayInside(error: Error): boolean {
  const { previousErrors } = error as { previousErrors?: unknown };
  return Array.isArray(previousErrors) && previousErrors.some(isRedisAway);
}
