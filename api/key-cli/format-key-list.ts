import type { ListedKey } from '../../shared/auth/key-store.js';
import { alignColumns } from '../../shared/cli/align-columns.js';

const columns = ['id', 'name', 'plan', 'key', 'state', 'created', 'last used', 'account'] as const;

/** The lines of a table of keys, without anything secret. */
export function formatKeyList(keys: readonly ListedKey[], now: Date): string[] {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.requests === undefined ? key.plan : `${key.plan} (${key.requests} in ${key.windowSeconds} s)`,
    `jsk_…${key.lastFour}`,
    stateOf(key, now),
    minute(key.createdAt),
    key.lastUsedAt === null ? 'never' : minute(key.lastUsedAt),
    key.account ?? '–',
  ]);
  return alignColumns([columns, ...rows]);
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt !== undefined) return `revoked ${minute(revokedAt)}`;
  if (expiresAt === undefined) return 'live';
  return expiresAt <= now.getTime() ? `expired ${minute(expiresAt)}` : `live until ${minute(expiresAt)}`;
}

/** "2026-11-21 09:14Z" */
const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
