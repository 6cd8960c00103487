import { decodePercent } from './http/http-hosts.js';

/** A Redis behind Sentinels: their addresses, its name there, and its own account and database. */
export type SentinelAddress = {
  sentinels: { host: string; port: number }[];
  name: string;
  username: string;
  password: string;
  db: number;
};

const form = /^rediss?\+sentinel:\/\/(?:([^@/:]*)(?::([^@/]*))?@)?([^/@]+)\/([\w.-]{1,100})(?:\/(\d{1,4}))?$/;

/**
 * Parses `redis+sentinel://user:password@host:26379,host:26379/name`, optionally followed by `/3` for a database, or
 * `rediss+sentinel://` for TLS to Redis and the Sentinels. `null` = not such an address.
 */
export function readSentinels(url: string): SentinelAddress | null {
  const [found, username = '', password = '', hosts = '', name = '', db = '0'] = form.exec(url) ?? [];
  const places = hosts.split(',').map((text) => `redis://${text.trim()}`);
  if (found === undefined || !places.every((place) => URL.canParse(place) && new URL(place).hostname !== ''))
    return null;
  return {
    sentinels: places.map((place) => {
      const { hostname, port } = new URL(place);
      return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 26_379 : Number(port) };
    }),
    name,
    db: Number(db),
    username: decodePercent(username),
    password: decodePercent(password),
  };
}

/** Such an address with this password added, if it has none. */
export function withSentinelPassword(url: string, password: string): string {
  const [, scheme = '', account = '', rest = ''] = /^(rediss?\+sentinel:\/\/)(?:([^@/]*)@)?(.*)$/.exec(url) ?? [];
  return account.includes(':') ? url : `${scheme}${account}:${encodeURIComponent(password)}@${rest}`;
}
