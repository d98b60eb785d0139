import { short } from './svg.ts';

/** The ridges of the mark in a circle of radius 100 round the origin, the farthest first. */
const ridges = [
  'M-110 22C-78 14-62 -2-44-26S-14-70 2-70 24-44 38-26 66 8 110 14V24C62 20 44 0 30-18S10-58 2-58-18-40-34-18-66 26-110 34Z',
  'M-110 56C-84 50-70 38-52 20S-26-10-12-10 8 4 20 14 40 20 54 20 84 34 110 38V58C80 54 72 40 54 38S24 36 8 24-8 10-14 10-30 22-44 38-76 76-110 80Z',
  'M-110 104C-60 92-44 44-8 44S34 62 60 64 92 70 110 74V120H-110Z',
];

const ring = 'M0-98A98 98 0 1 1 0 98A98 98 0 1 1 0-98ZM0-89A89 89 0 1 0 0 89A89 89 0 1 0 0-89Z';

/** The group's mark: three ridges in a ring. The clip's id must be unique in its document. */
export function drawMark(x: number, y: number, radius: number, colour: string, clip = 'mark'): string {
  const scale = Math.round(radius * 10) / 1000;
  const inner = ridges.map((data) => `<path d="${data}"/>`).join('');
  return (
    `<clipPath id="${clip}"><circle r="92"/></clipPath>` +
    `<g transform="translate(${short(x)} ${short(y)}) scale(${scale})" fill="${colour}">` +
    `<path fill-rule="evenodd" d="${ring}"/><g clip-path="url(#${clip})">${inner}</g></g>`
  );
}
