export type Point = readonly [x: number, y: number];

/** A number as short as a picture needs it. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Path data through points. */
export function trace(points: readonly Point[], closed = false): string {
  const steps = points.map(([x, y]) => `${short(x)} ${short(y)}`);
  return `M${steps.join('L')}${closed ? 'Z' : ''}`;
}

/** A filled shape. */
export function fill(data: string, colour: string, opacity = 1): string {
  return `<path d="${data}" fill="${colour}"${faded(opacity)}/>`;
}

/** A drawn line. */
export function stroke(data: string, colour: string, width: number, opacity = 1): string {
  const pen = `stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path d="${data}" fill="none" ${pen}${faded(opacity)}/>`;
}

/** A filled rectangle. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  opacity = 1,
): string {
  const size = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
  return `<rect ${size} fill="${colour}"${faded(opacity)}/>`;
}

/** A filled circle. */
export function dot(x: number, y: number, radius: number, colour: string, opacity = 1): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${colour}"${faded(opacity)}/>`;
}

/** A moved, turned or scaled group. */
export function group(content: string, transform: string, opacity = 1): string {
  return `<g transform="${transform}"${faded(opacity)}>${content}</g>`;
}

/** Something drawn round its own origin, put in its place. */
export function placed(content: string, x: number, y: number, size: number): string {
  return group(content, `translate(${short(x)} ${short(y)}) scale(${Math.round(size * 1000) / 1000})`);
}

/** The stops of a gradient: colours at even distances, or [share, colour, opacity]. */
export function stops(list: readonly (readonly [share: number, colour: string, opacity?: number])[]): string {
  return list
    .map(([share, colour, opacity]) => {
      const see = opacity === undefined ? '' : ` stop-opacity="${opacity}"`;
      return `<stop offset="${Math.round(share * 1000) / 1000}" stop-color="${colour}"${see}/>`;
    })
    .join('');
}

/** A whole document. */
export function sheet(width: number, height: number, content: string): string {
  const frame = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${content}</svg>`;
}

function faded(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${Math.round(opacity * 1000) / 1000}"`;
}
