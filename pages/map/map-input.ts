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
  /** Fits the visible part to a drawing whose height is `ratio` times its width. */
  reshape(ratio: number): void;
  /** Half the width and height of the visible part. */
  half(): Point;
  /** Whether it can zoom in further. */
  canZoom(): boolean;
};

/** Maximum zoom, at which the cities of a conurbation are separate. */
const maxZoom = 40;

/** A camera that stays within the map; `onMove` is called after every change. */
export function createCamera({ width, height }: Pick<World, 'width' | 'height'>, onMove: () => void): Camera {
  const at = { x: width / 2, y: height / 2, zoom: 1 };
  let shape = height / width;
  const half = (): Point => ({ x: width / at.zoom / 2, y: (width / at.zoom / 2) * shape });
  /** Keeps the visible part on the map; centres it along a side that is longer than the map. */
  const within = (value: number, margin: number, size: number): number =>
    margin * 2 >= size ? size / 2 : Math.min(size - margin, Math.max(margin, value));
  const go = (point: Point, zoom: number): void => {
    at.zoom = Math.min(maxZoom, Math.max(1, zoom));
    at.x = within(point.x, half().x, width);
    at.y = within(point.y, half().y, height);
    onMove();
  };
  return {
    at,
    half,
    viewBox: () =>
      [at.x - half().x, at.y - half().y, half().x * 2, half().y * 2].map((number) => number.toFixed(3)).join(' '),
    reshape(ratio) {
      if (ratio === shape || !(ratio > 0)) return;
      shape = ratio;
      go({ ...at }, at.zoom);
    },
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

export type Moves = { camera: Camera; drawing: SVGSVGElement; unit(): number };

/** The point of the map under the pointer. */
function pointAt(drawing: SVGSVGElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const matrix = drawing.getScreenCTM();
  if (matrix === null) return { x: 0, y: 0 };
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return { x, y };
}

/** Moves the map by keyboard, wheel and pointers. `unit` returns map units per screen pixel. */
export function listenToInput(stage: HTMLElement, { camera, unit, drawing }: Moves): void {
  stage.addEventListener('keydown', (event) => {
    const step = 60 * unit();
    const act = {
      ArrowLeft: () => camera.moveBy(-step, 0),
      ArrowRight: () => camera.moveBy(step, 0),
      ArrowUp: () => camera.moveBy(0, -step),
      ArrowDown: () => camera.moveBy(0, step),
      '+': () => camera.zoomBy(1.6),
      '=': () => camera.zoomBy(1.6),
      '-': () => camera.zoomBy(1 / 1.6),
      '0': () => camera.whole(),
    }[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  stage.addEventListener(
    'wheel',
    (event) => {
      // At zoom 1 the map cannot zoom out further, so the page scrolls.
      if (event.deltaY > 0 && camera.at.zoom <= 1) return;
      event.preventDefault();
      camera.zoomBy(Math.exp(-event.deltaY / 400), pointAt(drawing, event));
    },
    { passive: false },
  );
  listenToPointers(stage, { camera, unit, drawing });
}

/** One pointer drags, two zoom. */
function listenToPointers(stage: HTMLElement, { camera, unit }: Moves): void {
  const down = new Map<number, Point>();
  const spread = (): number => {
    const [one, other] = [...down.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  stage.addEventListener('pointerdown', (event) => {
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  stage.addEventListener('pointermove', (event) => {
    const previous = down.get(event.pointerId);
    if (previous === undefined) return;
    const before = spread();
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 2 && before > 0) camera.zoomBy(spread() / before);
    else if (camera.at.zoom > 1) {
      // Captured only on movement, so that a click still reaches the dot below.
      stage.setPointerCapture(event.pointerId);
      camera.moveBy((previous.x - event.clientX) * unit(), (previous.y - event.clientY) * unit());
    }
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
    stage.addEventListener(end, (event) => down.delete(event.pointerId));
}
