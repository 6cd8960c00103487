import type { PlacedDot } from './map-clusters.js';
import type { Point } from './world.js';

/** Maximum number of labels. */
const maxLabels = 14;

/** Average letter width and line height of labels, in pixels. */
const letter = 6.6;
const line = 14;

/** The box of a label, in map units; `y` is its middle. */
export type Room = { anchor: 'start' | 'end' | 'middle'; left: number; right: number; y: number };

/** Possible label positions: next to, above or below the dot. */
function roomsFor({ x, y, dot }: PlacedDot, scale: number): Room[] {
  const width = dot.name.length * letter * scale;
  const beside = (dot.size + 3) * scale;
  const above = (dot.size + line / 2) * scale;
  return [
    { anchor: 'start', left: x + beside, right: x + beside + width, y },
    { anchor: 'end', left: x - beside - width, right: x - beside, y },
    ...[y - above, y + above].map((at) => ({
      anchor: 'middle' as const,
      left: x - width / 2,
      right: x + width / 2,
      y: at,
    })),
  ];
}

/** `scale`: map units per screen pixel; `at` and `half`: centre and half size of the visible map, in map units. */
type View = { scale: number; camera: { at: Point; half(): Point }; chosen: string | null };

/** The labelled places, the chosen and the largest first, with the label positions. */
export function placeLabels(
  points: readonly PlacedDot[],
  { scale, camera, chosen }: View,
): { name: string; room: Room }[] {
  const half = camera.half();
  const taken: Room[] = [];
  const isFree = (room: Room, own: PlacedDot): boolean => {
    const isSeen =
      Math.abs(room.y - camera.at.y) < half.y && room.left > camera.at.x - half.x && room.right < camera.at.x + half.x;
    const isApart = ({ left, right, y }: Room): boolean =>
      Math.abs(y - room.y) > line * scale || right < room.left || left > room.right;
    const covers = ({ x, y, dot: { size } }: PlacedDot): boolean =>
      Math.abs(y - room.y) < (size + line / 2) * scale && x + size * scale > room.left && x - size * scale < room.right;
    return isSeen && taken.every(isApart) && !points.some((other) => other !== own && covers(other));
  };
  const weight = ({ dot }: PlacedDot) => (dot.key === chosen ? Number.POSITIVE_INFINITY : dot.size);
  const labels: { name: string; room: Room }[] = [];
  for (const point of [...points].sort((a, b) => weight(b) - weight(a))) {
    if (taken.length >= maxLabels) break;
    const room = roomsFor(point, scale).find((each) => isFree(each, point));
    if (room === undefined) continue;
    taken.push(room);
    labels.push({ name: point.dot.name, room });
  }
  return labels;
}
