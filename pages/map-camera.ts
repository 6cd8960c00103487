import type { Point, World } from './world.js';

/** The part of the drawing that is seen: its middle, and how much larger than whole it is. */
export type Camera = {
  readonly at: Point & { zoom: number };
  /** The seen part as the drawing's viewBox. */
  viewBox(): string;
  /** Makes what is seen larger or smaller; the point `at` keeps its place. */
  zoomBy(factor: number, at?: Point): void;
  moveBy(x: number, y: number): void;
  goTo(point: Point, zoom: number): void;
  whole(): void;
};

/** The nearest look: cities of one conurbation stand apart. */
const most = 40;

/** A camera that never leaves the world; `onMove` is told of every move. */
export function createCamera({ width, height }: Pick<World, 'width' | 'height'>, onMove: () => void): Camera {
  const at = { x: width / 2, y: height / 2, zoom: 1 };
  const go = (point: Point, zoom: number): void => {
    at.zoom = Math.min(most, Math.max(1, zoom));
    const [halfWidth, halfHeight] = [width / at.zoom / 2, height / at.zoom / 2];
    at.x = Math.min(width - halfWidth, Math.max(halfWidth, point.x));
    at.y = Math.min(height - halfHeight, Math.max(halfHeight, point.y));
    onMove();
  };
  return {
    at,
    viewBox: () =>
      [at.x - width / at.zoom / 2, at.y - height / at.zoom / 2, width / at.zoom, height / at.zoom]
        .map((number) => number.toFixed(3))
        .join(' '),
    zoomBy(factor, point = at) {
      const zoom = Math.min(most, Math.max(1, at.zoom * factor));
      const share = at.zoom / zoom;
      go({ x: point.x + (at.x - point.x) * share, y: point.y + (at.y - point.y) * share }, zoom);
    },
    moveBy: (x, y) => go({ x: at.x + x, y: at.y + y }, at.zoom),
    goTo: go,
    whole: () => go({ x: width / 2, y: height / 2 }, 1),
  };
}
