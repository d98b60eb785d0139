import { mix } from './colour.ts';
import { composeScene } from './compose.ts';
import { drawMark } from './mark.ts';
import { box, sheet } from './svg.ts';

/** The mark alone, on nothing. */
export function drawLogo(): string {
  return sheet(512, 512, drawMark(256, 256, 250, '#9a6a35'));
}

/** The picture that shared links show: the mark above quiet ridges. */
export function drawShared(): string {
  const scene = composeScene('og', 1200, 630, {
    palette: 'ink',
    form: 'alpine',
    relief: 0.3,
    top: 0.64,
    bottom: 1.06,
    ridges: 6,
    mist: 0.7,
  });
  const line = box(540, 306, 120, 2, mix('#9a6a35', '#f4efe5', 0.2));
  return sheet(1200, 630, scene + drawMark(600, 180, 92, '#8a5a2b') + line);
}
