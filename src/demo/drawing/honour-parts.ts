import { mix } from './colour.ts';
import { drawMark } from './mark.ts';
import { createProfile } from './profile.ts';
import { createRandom } from './random.ts';
import type { Point } from './svg.ts';
import { box, dot, fill, group, stroke, trace } from './svg.ts';

/** The materials of one certificate. */
export interface Scheme {
  wall: string;
  frame: string;
  ground: string;
  pen: string;
  metal: string;
  seal: 'rosette' | 'square' | 'ribbon';
}

/** The wall, the frame and the sheet in it. */
export function frame(scheme: Scheme): string {
  const shadow = box(96, 104, 828, 1078, '#000000', 0.1) + box(84, 92, 848, 1098, '#000000', 0.07);
  const outer =
    box(80, 75, 840, 1100, scheme.frame) +
    box(80, 75, 840, 5, '#ffffff', 0.3) +
    box(80, 1170, 840, 5, '#000000', 0.2);
  const sheetOfPaper =
    box(116, 111, 768, 1028, scheme.ground) +
    box(116, 111, 768, 4, '#000000', 0.18) +
    box(116, 111, 4, 1028, '#000000', 0.1);
  return box(0, 0, 1000, 1250, scheme.wall) + shadow + outer + sheetOfPaper;
}

/** Lines round the sheet, or the screws of a plaque. */
export function border(scheme: Scheme, kind: number): string {
  const line = (inset: number, width: number): string =>
    stroke(
      `M${150 + inset} ${145 + inset}H${850 - inset}V${1105 - inset}H${150 + inset}Z`,
      scheme.metal,
      width,
      0.9,
    );
  if (kind === 0) {
    return line(0, 5) + line(14, 1.5);
  }
  if (kind === 1) {
    const corners = [
      [150, 145],
      [850, 145],
      [150, 1105],
      [850, 1105],
    ];
    return (
      line(0, 1.5) +
      line(10, 1.5) +
      corners
        .map(
          ([x = 0, y = 0]) =>
            dot(x, y, 26, scheme.ground) +
            stroke(`M${x - 14} ${y}L${x} ${y - 14}L${x + 14} ${y}L${x} ${y + 14}Z`, scheme.metal, 3),
        )
        .join('')
    );
  }
  const screws = [
    [160, 155],
    [840, 155],
    [160, 1095],
    [840, 1095],
  ];
  return screws
    .map(
      ([x = 0, y = 0]) =>
        dot(x, y, 12, scheme.metal) +
        dot(x - 2, y - 2, 8, mix(scheme.metal, '#ffffff', 0.35)) +
        stroke(`M${x - 6} ${y + 4}L${x + 6} ${y - 4}`, scheme.pen, 2),
    )
    .join('');
}

/** A mountain in three tones. */
export function emblem(scheme: Scheme, name: string, y: number): string {
  const random = createRandom(name);
  const tones = [0.62, 0.36, 0.05];
  return tones
    .map((pale, index) => {
      const profile = createProfile(
        random,
        index === 0 ? 'alpine' : 'rolling',
        'summit',
        0.4 + random() * 0.2,
      );
      const crest = Array.from(
        { length: 141 },
        (_, step): Point => [
          220 + step * 4,
          y + 60 - profile(step / 140) * Math.sin((step / 140) * Math.PI) ** 0.8 * (260 - index * 82),
        ],
      );
      return fill(
        trace([...crest, [780, y + 62], [220, y + 62]], true),
        mix(scheme.metal, scheme.ground, pale),
      );
    })
    .join('');
}

/** A heading and hairlines. */
export function writing(scheme: Scheme, name: string, y: number): string {
  const random = createRandom(`${name} writing`);
  const title = box(330, y, 340, 13, scheme.pen, 0.85) + box(400, y + 34, 200, 5, scheme.metal);
  const lines = Array.from({ length: 5 }, (_, index) => {
    const wide = index === 4 ? 240 : 470 + random() * 60;
    return box(500 - wide / 2, y + 92 + index * 36, wide, 3, scheme.pen, 0.42);
  });
  return title + lines.join('');
}

function rosette(x: number, y: number, colour: string, ground: string): string {
  const edge = Array.from({ length: 96 }, (_, turn): Point => {
    const radius = 70 + Math.cos(turn * 1.5708) * 5;
    return [x + Math.cos((turn / 48) * Math.PI) * radius, y + Math.sin((turn / 48) * Math.PI) * radius];
  });
  return fill(trace(edge, true), colour) + dot(x, y, 55, ground, 0.22) + drawMark(x, y, 42, ground, 'seal');
}

/** A seal, with or without ribbons. */
export function seal(scheme: Scheme): string {
  if (scheme.seal === 'square') {
    return group(
      box(-54, -54, 108, 108, scheme.metal) +
        box(-46, -46, 92, 92, scheme.ground, 0.14) +
        drawMark(0, 0, 40, scheme.ground, 'seal'),
      'translate(740 985) rotate(-3)',
    );
  }
  const x = scheme.seal === 'ribbon' ? 500 : 710;
  const tails = fill(
    `M${x - 44} 990L${x - 62} 1092L${x - 30} 1072L${x - 8} 1096L${x} 1000L${x + 8} 1096L${x + 30} 1072L${x + 62} 1092L${x + 44} 990Z`,
    mix(scheme.metal, scheme.pen, 0.35),
  );
  return tails + rosette(x, 965, scheme.metal, scheme.ground);
}
