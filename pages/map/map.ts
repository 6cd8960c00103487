import { button, el, svg } from '../lib/dom.js';
import { type Camera, createCamera } from './map-camera.js';
import { type Cluster, clusterDots, type Dot } from './map-clusters.js';
import { type Drawn, showDot, showLabels } from './map-dots.js';
import { listenToInput } from './map-input.js';
import { type Point, project, type World } from './world.js';

/** A filled country. */
export type CountryShape = {
  key: string;
  label: string;
  /** Its outline as an SVG path. */
  outline: string;
  /** Colour step; `null` = unknown. */
  step: number | null;
};

export type Position = { lat: number; lon: number };

export type MapView = {
  draw(dots: readonly Dot[], areas: readonly CountryShape[]): void;
  /** Zooms to show these places. */
  fit(places: readonly Position[]): void;
  /** Marks a dot and, if `move` is set, centres it; `null` clears the mark. */
  choose(key: string | null, move: boolean): void;
  /** The dots in the visible part. */
  seen(): Dot[];
};

/** Zoom of a place that the map moves to. */
const placeZoom = 6;
const zoomStep = 1.6;

/** Maximum zoom when fitting all places, and the margin factor around them. */
const fitZoom = 10;
const margin = 1.3;

/** A map that is moved by mouse, wheel, touch, buttons and keys. The table has the same data in text form. */
export function createMap(holder: HTMLElement, { world, onChoose, label, onMove }: MapOptions): MapView {
  const areas = svg('g', { class: 'areas' });
  const dots = svg('g', { class: 'dots' });
  const labels = svg('g', { class: 'labels' });
  const drawing = drawWorld(world, label, [areas, dots, labels]);
  let shown: readonly Dot[] = [];
  let chosen: string | null = null;
  let clusters: readonly Cluster[] = [];
  /** The scale for which the dots are drawn; `null` = they are to be drawn anew. */
  let paintedScale: number | null = null;

  const unit = (): number => world.width / camera.at.zoom / (drawing.clientWidth || world.width);
  const paint = (): void => {
    const drawn: Drawn = { scale: unit(), camera, chosen, onChoose };
    // A map that only moved keeps its dots: they are placed on the map, not on the screen.
    if (drawn.scale !== paintedScale) {
      paintedScale = drawn.scale;
      const points = shown.map((dot) => ({ dot, ...project(world, dot.lat, dot.lon) }));
      clusters = clusterDots(points, drawn.scale, chosen);
      dots.replaceChildren(...clusters.map((cluster) => showDot(cluster, drawn)));
    }
    labels.replaceChildren(...showLabels(clusters, drawn));
    for (const area of areas.children) area.classList.toggle('is-chosen', area.getAttribute('data-key') === chosen);
  };
  // The dots of many moves in one frame are drawn once.
  let isAwaited = false;
  const camera = createCamera(world, () => {
    drawing.setAttribute('viewBox', camera.viewBox());
    holder.classList.toggle('zoomed', camera.at.zoom > 1);
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => {
      isAwaited = false;
      paint();
      onMove?.();
    });
  });

  const stage = el('div', stageAttributes, drawing);
  holder.replaceChildren(stage, zoomButtons(camera));
  listenToInput(stage, { camera, drawing, unit });
  camera.whole();
  new ResizeObserver(() => {
    camera.reshape(drawing.clientHeight / drawing.clientWidth);
    paint();
  }).observe(drawing);

  return {
    draw(next, filled) {
      shown = next;
      paintedScale = null;
      areas.replaceChildren(...filled.map((area) => showArea(area, onChoose)));
      paint();
    },
    fit(places) {
      const { zoom, ...middle } = fitPlaces(places, world, camera.half());
      camera.goTo(middle, zoom);
    },
    choose(key, move) {
      if (chosen !== key) paintedScale = null;
      chosen = key;
      const dot = shown.find((each) => each.key === key);
      if (move && dot !== undefined) camera.goTo(project(world, dot.lat, dot.lon), Math.max(camera.at.zoom, placeZoom));
      else paint();
    },
    seen() {
      const half = camera.half();
      return shown.filter(({ lat, lon }) => {
        const { x, y } = project(world, lat, lon);
        return Math.abs(x - camera.at.x) <= half.x && Math.abs(y - camera.at.y) <= half.y;
      });
    },
  };
}

const stageAttributes = {
  class: 'stage',
  tabindex: '0',
  role: 'group',
  'aria-label': 'Map. Arrow keys move it, plus and minus zoom, zero shows the whole world.',
};

function zoomButtons(camera: Camera): HTMLElement {
  const make = (name: string, sign: string, act: () => void) => button({ class: 'act', 'aria-label': name }, act, sign);
  return el(
    'div',
    { class: 'zoom' },
    make('Zoom in', '+', () => camera.zoomBy(zoomStep)),
    make('Zoom out', '−', () => camera.zoomBy(1 / zoomStep)),
    make('Show the whole world', '⌂', () => camera.whole()),
  );
}

function showArea({ key, label, outline, step }: CountryShape, onChoose: (key: string) => void): SVGElement {
  const kind = step === null ? 'hollow' : `step-${step}`;
  const path = svg('path', { d: outline, class: `area ${kind}`, 'data-key': key }, svg('title', {}, label));
  path.addEventListener('click', () => onChoose(key));
  return path;
}

/** The centre and zoom that show these places with a margin. */
function fitPlaces(places: readonly Position[], world: World, half: Point): Point & { zoom: number } {
  const { width, height } = world;
  const visibleHeight = (width * half.y) / half.x;
  const points = places.map(({ lat, lon }) => project(world, lat, lon));
  if (points.length === 0) return { x: width / 2, y: height / 2, zoom: 1 };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const zoom = Math.min(fitZoom, width / ((right - left) * margin + 1), visibleHeight / ((bottom - top) * margin + 1));
  return { x: (left + right) / 2, y: (top + bottom) / 2, zoom };
}

type MapOptions = {
  world: World;
  /** What the map shows, for assistive technology. */
  label: string;
  onChoose(key: string): void;
  /** Called after the visible part has changed. */
  onMove?(): void;
};

function drawWorld(world: World, label: string, layers: readonly SVGElement[]): SVGSVGElement {
  return svg(
    'svg',
    { role: 'img', 'aria-label': label, preserveAspectRatio: 'xMidYMid meet' },
    svg('path', { class: 'land', d: world.land }),
    svg('path', { class: 'borders', d: world.borders }),
    ...layers,
  );
}
