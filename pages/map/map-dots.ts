import { svg } from '../lib/dom.js';
import type { Camera } from './map-camera.js';
import type { Cluster, PlacedDot } from './map-clusters.js';
import { placeLabels, type Room } from './place-labels.js';

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

/** Labels of the largest places that cover neither each other nor another dot, on which they could not be read. */
export const showLabels = (points: readonly PlacedDot[], drawn: Drawn): SVGElement[] =>
  placeLabels(points, drawn).map(({ name, room }) => showLabel(name, room, drawn.scale));

function showLabel(name: string, { anchor, left, right, y }: Room, scale: number): SVGElement {
  const size = 11.5 * scale;
  const x = anchor === 'start' ? left : anchor === 'end' ? right : (left + right) / 2;
  const attributes = {
    ...{ x: x.toFixed(2), y: (y + size * 0.35).toFixed(2), 'text-anchor': anchor },
    'font-size': size.toFixed(3),
    'stroke-width': (3 * scale).toFixed(3),
  };
  return svg('text', attributes, name);
}
