import type { Door, House } from '../context.js';

/** The door of api/mcp/mcp.ts, loaded with its library by the first message that comes: a start does not wait for either. */
export function loadMcp(house: House, searchDoors: readonly Door[]): Door {
  let loading: Promise<Door> | null = null;
  return async function loadMcp(ctx, next) {
    loading ??= import('./mcp.js').then(({ mcp }) => mcp(house, searchDoors));
    await (await loading)(ctx, next);
  };
}
