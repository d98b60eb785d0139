import type { Scheme } from './honour-parts.ts';
import { border, emblem, frame, seal, writing } from './honour-parts.ts';
import { box, sheet, short, stops, stroke } from './svg.ts';

const schemes: readonly Scheme[] = [
  { wall: '#ddd6c8', frame: '#6f4622', ground: '#faf6ec', pen: '#10233a', metal: '#a8743c', seal: 'rosette' },
  { wall: '#22364d', frame: '#a57a48', ground: '#f6f1e6', pen: '#10233a', metal: '#8a5a2b', seal: 'square' },
  { wall: '#d5d9d8', frame: '#10233a', ground: '#c39a66', pen: '#3b2412', metal: '#5f3b1a', seal: 'square' },
  { wall: '#e6dfd2', frame: '#10233a', ground: '#122842', pen: '#d8b384', metal: '#c79a63', seal: 'ribbon' },
  { wall: '#c9d0cb', frame: '#f4f1ea', ground: '#fdfbf5', pen: '#24483f', metal: '#8a5a2b', seal: 'ribbon' },
  { wall: '#e4ded3', frame: '#4c3320', ground: '#5d4129', pen: '#ecd3ad', metal: '#d8ab6d', seal: 'rosette' },
  { wall: '#10233a', frame: '#d9d3c5', ground: '#f9f5ea', pen: '#10233a', metal: '#9a6a35', seal: 'rosette' },
  { wall: '#d8d2c7', frame: '#8d9aa5', ground: '#dfe4e6', pen: '#10233a', metal: '#54677a', seal: 'square' },
];

/** A framed certificate or plaque with hairlines for its writing. */
export function drawHonour(index: number): string {
  const scheme = schemes[(index - 1) % schemes.length];
  if (scheme === undefined) {
    return '';
  }
  const name = `honour ${index}`;
  const plaque = index === 3 || index === 6 || index === 8;
  const shine = `<defs><linearGradient id="shine" x2="1" y2="1">${stops([
    [0, '#ffffff', 0.28],
    [0.4, '#ffffff', 0],
    [0.62, '#ffffff', 0.16],
    [1, '#000000', 0.12],
  ])}</linearGradient></defs>`;
  const sign =
    scheme.seal === 'ribbon'
      ? ''
      : box(230, 1010, 210, 3, scheme.pen, 0.5) +
        stroke(`M250 1000c20-34 34-30 30-8s24-22 34-10 20 10 ${short(60)}-14`, scheme.pen, 2.5, 0.7);
  const sheen = plaque
    ? box(116, 111, 768, 1028, 'url(#shine)')
    : box(80, 75, 840, 1100, 'url(#shine)', 0.35);
  const kind = plaque ? 2 : index % 2;
  return sheet(
    1000,
    1250,
    shine +
      frame(scheme) +
      border(scheme, kind) +
      emblem(scheme, name, 400) +
      writing(scheme, name, 590) +
      seal(scheme) +
      sign +
      sheen,
  );
}
