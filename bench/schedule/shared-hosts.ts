/** The parts of all simulated boards that are on one host each; every other board has a host of its own. */
export const sharedHosts = [0.5, 0.2, 0.1] as const;

/** The number of the shared host of the board at this place among all (0 to 1); `null` = a host of its own. */
export function sharedHostOf(place: number): number | null {
  let end = 0;
  for (const [host, part] of sharedHosts.entries()) {
    end += part;
    if (place < end) return host;
  }
  return null;
}
