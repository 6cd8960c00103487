import { svg } from './dom.js';
import type { Camera } from './map-camera.js';
import type { Point, World } from './world.js';

/** Something drawn at a place. `size` is its radius in pixels of the screen. */
export type Dot = {
  key: string;
  label: string;
  lat: number;
  lon: number;
  size: number;
  /** Step of colour; `null` = hollow. */
  step: number | null;
};

/** A dot on the drawing. */
export type Placed = Point & { dot: Dot };

/** Names on the map at a time. */
const labelsAtMost = 14;

/** Width of a letter and height of a line of names, in pixels. */
const letter = 6.6;
const line = 14;

/** How dots are drawn: `scale` is drawing units a pixel. */
export type Drawn = { scale: number; camera: Camera; world: World; chosen: string | null; onChoose(key: string): void };

/** A dot that can be pressed; its name and numbers show under the mouse. */
export function showDot({ dot, x, y }: Placed, { scale, chosen, onChoose }: Drawn): SVGElement {
  const kind = dot.step === null ? 'hollow' : `step-${dot.step}`;
  const attributes = {
    cx: x.toFixed(2),
    cy: y.toFixed(2),
    r: (dot.size * scale).toFixed(3),
    class: `dot ${kind}${dot.key === chosen ? ' is-chosen' : ''}`,
  };
  const circle = svg('circle', attributes, svg('title', {}, dot.label));
  circle.addEventListener('click', () => onChoose(dot.key));
  return circle;
}

/** The names of the largest places, as long as no name lies on another. */
export function showLabels(points: readonly Placed[], drawn: Drawn): SVGElement[] {
  const { scale, camera, world, chosen } = drawn;
  const half = { x: world.width / camera.at.zoom / 2, y: world.height / camera.at.zoom / 2 };
  const taken: { left: number; right: number; y: number }[] = [];
  const weight = ({ dot }: Placed) => (dot.key === chosen ? Number.POSITIVE_INFINITY : dot.size);
  const labelled = [...points]
    .sort((a, b) => weight(b) - weight(a))
    .filter(({ x, y, dot }) => {
      const left = x + (dot.size + 3) * scale;
      const box = { left, right: left + nameIn(dot).length * letter * scale, y };
      const isSeen = Math.abs(y - camera.at.y) < half.y && x > camera.at.x - half.x && box.right < camera.at.x + half.x;
      const isFree = taken.every(
        (other) => Math.abs(other.y - y) > line * scale || other.right < box.left || other.left > box.right,
      );
      if (!isSeen || !isFree || taken.length >= labelsAtMost) return false;
      taken.push(box);
      return true;
    });
  return labelled.map((point) => showLabel(point, scale));
}

const nameIn = ({ key }: Dot): string => key.split(',')[0] ?? key;

function showLabel({ dot, x, y }: Placed, scale: number): SVGElement {
  const size = 11.5 * scale;
  const attributes = {
    x: (x + (dot.size + 3) * scale).toFixed(2),
    y: (y + size * 0.35).toFixed(2),
    'font-size': size.toFixed(3),
    'stroke-width': (3 * scale).toFixed(3),
  };
  return svg('text', attributes, nameIn(dot));
}
