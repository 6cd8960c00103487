import { svg } from '../lib/dom.js';
import type { Camera } from './map-camera.js';
import type { Cluster, PlacedDot } from './map-clusters.js';

/** Maximum number of labels. */
const maxLabels = 14;

/** Average letter width and line height of labels, in pixels. */
const letter = 6.6;
const line = 14;

/** How dots are drawn; `scale` is map units per screen pixel. */
export type Drawn = { scale: number; camera: Camera; chosen: string | null; onChoose(key: string): void };

/** The zoom factor of a press on a cluster. */
const clusterZoom = 3;

/** A dot that can be pressed, with its name and numbers as a tooltip. A press on a cluster zooms in. */
export function showDot({ dot, x, y, members }: Cluster, { scale, camera, chosen, onChoose }: Drawn): SVGElement {
  const isCluster = members.length > 1;
  const kind = `${dot.step === null ? 'hollow' : `step-${dot.step}`}${isCluster ? ' is-cluster' : ''}`;
  const attributes = {
    cx: x.toFixed(2),
    cy: y.toFixed(2),
    r: (dot.size * scale).toFixed(3),
    class: `dot ${kind}${dot.key === chosen ? ' is-chosen' : ''}`,
  };
  const circle = svg('circle', attributes, svg('title', {}, dot.label));
  circle.addEventListener('click', () =>
    isCluster && camera.canZoom() ? camera.goTo({ x, y }, camera.at.zoom * clusterZoom) : onChoose(dot.key),
  );
  return circle;
}

/** Labels of the largest places that do not overlap. */
export function showLabels(points: readonly PlacedDot[], drawn: Drawn): SVGElement[] {
  const { scale, camera, chosen } = drawn;
  const half = camera.half();
  const taken: { left: number; right: number; y: number }[] = [];
  const weight = ({ dot }: PlacedDot) => (dot.key === chosen ? Number.POSITIVE_INFINITY : dot.size);
  const labelled = [...points]
    .sort((a, b) => weight(b) - weight(a))
    .filter(({ x, y, dot }) => {
      const left = x + (dot.size + 3) * scale;
      const box = { left, right: left + dot.name.length * letter * scale, y };
      const isSeen = Math.abs(y - camera.at.y) < half.y && x > camera.at.x - half.x && box.right < camera.at.x + half.x;
      const isFree = taken.every(
        (other) => Math.abs(other.y - y) > line * scale || other.right < box.left || other.left > box.right,
      );
      if (!isSeen || !isFree || taken.length >= maxLabels) return false;
      taken.push(box);
      return true;
    });
  return labelled.map((point) => showLabel(point, scale));
}

function showLabel({ dot, x, y }: PlacedDot, scale: number): SVGElement {
  const size = 11.5 * scale;
  const attributes = {
    x: (x + (dot.size + 3) * scale).toFixed(2),
    y: (y + size * 0.35).toFixed(2),
    'font-size': size.toFixed(3),
    'stroke-width': (3 * scale).toFixed(3),
  };
  return svg('text', attributes, dot.name);
}
