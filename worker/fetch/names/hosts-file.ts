import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** The hosts file of the system, which c-ares does not read for queries. */
const systemFile = '/etc/hosts';

/** How often it is looked at for a change, in milliseconds. */
const checkMs = 2000;

/**
 * Opens the names of the hosts file, read again when it has changed: their addresses, those of IPv4 first. `localhost` is this machine
 * whatever the file says of it (RFC 6761 §6.3).
 */
export function createHostsFile(file = systemFile): (name: string) => LookupAddress[] | undefined {
  let names = new Map<string, LookupAddress[]>();
  let [changedAt, checkedAt] = [0, Number.NEGATIVE_INFINITY];
  return (name) => {
    if (performance.now() - checkedAt > checkMs) {
      checkedAt = performance.now();
      const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (at !== changedAt) names = readHosts(file);
      changedAt = at;
    }
    const isLocal = /(?:^|\.)localhost$/.test(name);
    return names.get(name) ?? (isLocal ? [{ address: '127.0.0.1', family: 4 }] : undefined);
  };
}

/** No names when it is not there or may not be read, as for the system. */
function readHosts(file: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of textOf(file).split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases.map((each) => each.toLowerCase())) {
      const found = [...(names.get(alias) ?? []), { address, family }];
      names.set(
        alias,
        found.sort((one, other) => one.family - other.family),
      );
    }
  }
  return names;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
