import { render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { type Cluster, clusterDots, type Dot } from './map-clusters.js';
import { type Camera, createCamera, listenToInput } from './map-input.js';
import { placeLabels, type Room } from './place-labels.js';
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
  /** Highlights a dot and, if `move` is set, centres it; `null` removes the highlight. */
  choose(key: string | null, move: boolean): void;
  /** The dots in the visible part. */
  seen(): Dot[];
};

/** Zoom level when the map moves to a place. */
const placeZoom = 6;
const zoomStep = 1.6;

/** Maximum zoom when fitting all places, and the margin factor around them. */
const fitZoom = 10;
const margin = 1.3;

/** A map that is moved by mouse, wheel, touch, buttons and keys. The table has the same data in text form. */
export function createMap(holder: HTMLElement, { world, onChoose, label, onMove }: MapOptions): MapView {
  let shown: readonly Dot[] = [];
  let filled: readonly CountryShape[] = [];
  let chosen: string | null = null;
  let clusters: readonly Cluster[] = [];
  /** The scale for which dots were merged; `null` = merge them again. */
  let joinedScale: number | null = null;

  const drawing = (): SVGSVGElement | null => holder.querySelector('svg');
  const unit = (): number => world.width / camera.at.zoom / (drawing()?.clientWidth || world.width);
  const paint = (): void => {
    const scale = unit();
    if (scale !== joinedScale) {
      joinedScale = scale;
      const points = shown.map((dot) => ({ dot, ...project(world, dot.lat, dot.lon) }));
      clusters = clusterDots(points, scale, chosen);
    }
    render(
      <Drawing
        world={world}
        label={label}
        areas={filled}
        clusters={clusters}
        scale={scale}
        camera={camera}
        chosen={chosen}
        onChoose={onChoose}
      />,
      holder,
    );
  };
  // Draws at most once per frame.
  let isAwaited = false;
  const camera = createCamera(world, () => {
    drawing()?.setAttribute('viewBox', camera.viewBox());
    holder.classList.toggle('zoomed', camera.at.zoom > 1);
    if (isAwaited) return;
    isAwaited = true;
    requestAnimationFrame(() => {
      isAwaited = false;
      paint();
      onMove?.();
    });
  });

  paint();
  const svg = drawing();
  const stage = holder.querySelector<HTMLElement>('.stage');
  if (svg !== null && stage !== null) {
    listenToInput(stage, { camera, drawing: svg, unit });
    new ResizeObserver(() => {
      camera.reshape(svg.clientHeight / svg.clientWidth);
      paint();
    }).observe(svg);
  }
  camera.whole();

  return {
    draw(next, areas) {
      shown = next;
      filled = areas;
      joinedScale = null;
      paint();
    },
    fit(places) {
      const { zoom, ...middle } = fitPlaces(places, world, camera.half());
      camera.goTo(middle, zoom);
    },
    choose(key, move) {
      if (chosen !== key) joinedScale = null;
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

/** `scale` is map units per screen pixel. */
type Drawn = { scale: number; camera: Camera; chosen: string | null; onChoose(key: string): void };
type DrawingProps = Drawn & {
  world: World;
  label: string;
  areas: readonly CountryShape[];
  clusters: readonly Cluster[];
};

/** The fill of a colour step; `null` = unknown. */
const filled = (step: number | null) => (step === null ? {} : { fill: `var(--c${step})` });

function Drawing({ world, label, areas, clusters, ...drawn }: DrawingProps) {
  const { camera, chosen, onChoose, scale } = drawn;
  return (
    <>
      <div class="stage" tabIndex={0} role="group" aria-label={say('map.keys')}>
        <svg role="img" aria-label={label} viewBox={camera.viewBox()} preserveAspectRatio="xMidYMid meet">
          <path class="land" d={world.land} />
          <path class="borders" d={world.borders} />
          <g class="areas">
            {areas.map(({ key, label: name, outline, step }) => (
              <path
                key={key}
                d={outline}
                data-key={key}
                class={`area ${step === null ? 'hollow' : ''} ${key === chosen ? 'is-chosen' : ''}`}
                style={filled(step)}
                onClick={() => onChoose(key)}
              >
                <title>{name}</title>
              </path>
            ))}
          </g>
          <g class="dots">
            {clusters.map((cluster) => (
              <DotOf key={cluster.dot.key} cluster={cluster} {...drawn} />
            ))}
          </g>
          <g class="labels">
            {placeLabels(clusters, drawn).map(({ name, room }) => (
              <Label key={`${name} ${room.left}`} name={name} room={room} scale={scale} />
            ))}
          </g>
        </svg>
      </div>
      <div class="zoom">
        <ZoomButton name={say('map.zoomIn')} sign="+" act={() => camera.zoomBy(zoomStep)} />
        <ZoomButton name={say('map.zoomOut')} sign="−" act={() => camera.zoomBy(1 / zoomStep)} />
        <ZoomButton name={say('map.whole')} sign="⌂" act={() => camera.whole()} />
      </div>
    </>
  );
}

/** The zoom factor of a click on a cluster. */
const clusterZoom = 3;

type DotProps = Drawn & { cluster: Cluster };

/** A clickable dot, with its name and numbers as a tooltip. A click on a cluster zooms in. */
function DotOf({ cluster: { dot, x, y, members }, scale, camera, chosen, onChoose }: DotProps) {
  const isCluster = members.length > 1;
  const press = (): void =>
    isCluster && camera.canZoom() ? camera.goTo({ x, y }, camera.at.zoom * clusterZoom) : onChoose(dot.key);
  const marks = { hollow: dot.step === null, 'is-cluster': isCluster, 'is-chosen': dot.key === chosen };
  const names = Object.entries(marks).flatMap(([name, isOn]) => (isOn ? name : []));
  return (
    <circle
      cx={x.toFixed(2)}
      cy={y.toFixed(2)}
      r={(dot.size * scale).toFixed(3)}
      class={['dot', ...names].join(' ')}
      style={filled(dot.step)}
      onClick={press}
    >
      <title>{dot.label}</title>
    </circle>
  );
}

/** Labels a place where the label covers no other label or dot. */
function Label({ name, room: { anchor, left, right, y }, scale }: { name: string; room: Room; scale: number }) {
  const size = 11.5 * scale;
  const x = anchor === 'start' ? left : anchor === 'end' ? right : (left + right) / 2;
  const at = { x: x.toFixed(2), y: (y + size * 0.35).toFixed(2), 'text-anchor': anchor };
  return (
    <text {...at} font-size={size.toFixed(3)} stroke-width={(3 * scale).toFixed(3)}>
      {name}
    </text>
  );
}

const ZoomButton = ({ name, sign, act }: { name: string; sign: string; act: () => void }) => (
  <button type="button" class="act" aria-label={name} onClick={act}>
    {sign}
  </button>
);

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
  /** Describes the map to assistive technology. */
  label: string;
  onChoose(key: string): void;
  /** Called after the visible part has changed. */
  onMove?(): void;
};
