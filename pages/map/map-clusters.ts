import { say } from '../../shared/messages/messages.js';
import type { Point } from './world.js';

/** A place as a dot. `size` is its radius in screen pixels. */
export type Dot = {
  key: string;
  /** Shown next to the dot. */
  name: string;
  /** The name and the numbers. */
  label: string;
  lat: number;
  lon: number;
  size: number;
  /** Colour step; `null` = hollow. */
  step: number | null;
};

/** A dot at its position on the map. */
export type PlacedDot = Point & { dot: Dot };

/** Dots whose centres are closer than this, in screen pixels, are drawn as one. */
const nearest = 11;

/** A dot that stands for several places, largest first; `members` has at least one. */
export type Cluster = PlacedDot & { members: readonly PlacedDot[] };

type GrowingCluster = PlacedDot & { members: PlacedDot[] };

/**
 * Merges dots that would cover each other at the map's scale (map units per screen pixel). The largest dot of a cluster
 * gives its position, name and colour; `jobs` decides its size. Compares only places in neighbouring cells of a grid.
 */
export function clusterDots(points: readonly PlacedDot[], scale: number, chosen: string | null): Cluster[] {
  const cell = nearest * scale;
  const grid = new Map<string, GrowingCluster[]>();
  const clusters: GrowingCluster[] = [];
  for (const point of points) {
    const [column, row] = [Math.floor(point.x / cell), Math.floor(point.y / cell)];
    const found = point.dot.key === chosen ? undefined : firstWithin(grid, { column, row }, point, cell);
    if (found !== undefined) {
      found.members.push(point);
      continue;
    }
    const cluster = { ...point, members: [point] };
    clusters.push(cluster);
    const key = `${column} ${row}`;
    const there = grid.get(key);
    if (there === undefined) grid.set(key, [cluster]);
    else there.push(cluster);
  }
  return clusters.map((cluster) =>
    cluster.members.length === 1 ? cluster : { ...cluster, dot: dotOf(cluster.members) },
  );
}

/** The first cluster in this or a neighbouring grid cell whose centre is within `cell` of a point. */
function firstWithin(
  grid: ReadonlyMap<string, readonly GrowingCluster[]>,
  { column, row }: { column: number; row: number },
  point: Point,
  cell: number,
): GrowingCluster | undefined {
  for (let x = column - 1; x <= column + 1; x++)
    for (let y = row - 1; y <= row + 1; y++) {
      const found = grid.get(`${x} ${y}`)?.find((each) => Math.hypot(each.x - point.x, each.y - point.y) < cell);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** The dot of several places: sized by their total jobs, at most 1.5 times the size of the largest. */
function dotOf(members: readonly PlacedDot[]): Dot {
  const [first] = members;
  if (first === undefined) throw new Error('A cluster has no places.');
  const area = members.reduce((sum, { dot }) => sum + dot.size ** 2, 0);
  const label = `${first.dot.label}; ${say('map.cluster', { n: members.length - 1 })}`;
  return { ...first.dot, size: Math.min(Math.sqrt(area), first.dot.size * 1.5), label };
}
