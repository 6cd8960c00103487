import type { Point, World } from './world.js';

/** The visible part of the map: its centre and zoom factor (1 = the whole world). */
export type Camera = {
  readonly at: Point & { zoom: number };
  /** The visible part as an SVG viewBox. */
  viewBox(): string;
  /** Zooms by a factor; the point `at` keeps its position on the screen. */
  zoomBy(factor: number, at?: Point): void;
  moveBy(x: number, y: number): void;
  goTo(point: Point, zoom: number): void;
  whole(): void;
  /** Whether it can zoom in further. */
  canZoom(): boolean;
};

/** Maximum zoom, at which cities of one conurbation are apart. */
const maxZoom = 40;

/** A camera that stays within the map; `onMove` is called after every change. */
export function createCamera({ width, height }: Pick<World, 'width' | 'height'>, onMove: () => void): Camera {
  const at = { x: width / 2, y: height / 2, zoom: 1 };
  const go = (point: Point, zoom: number): void => {
    at.zoom = Math.min(maxZoom, Math.max(1, zoom));
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
      const zoom = Math.min(maxZoom, Math.max(1, at.zoom * factor));
      const share = at.zoom / zoom;
      go({ x: point.x + (at.x - point.x) * share, y: point.y + (at.y - point.y) * share }, zoom);
    },
    moveBy: (x, y) => go({ x: at.x + x, y: at.y + y }, at.zoom),
    goTo: go,
    whole: () => go({ x: width / 2, y: height / 2 }, 1),
    canZoom: () => at.zoom < maxZoom,
  };
}
