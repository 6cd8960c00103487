import type { Camera } from './map-camera.js';
import type { Point } from './world.js';

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
      // Captured only when it moves, so that a press still reaches the dot below.
      stage.setPointerCapture(event.pointerId);
      camera.moveBy((previous.x - event.clientX) * unit(), (previous.y - event.clientY) * unit());
    }
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const)
    stage.addEventListener(end, (event) => down.delete(event.pointerId));
}
