import { mix } from './colour.ts';
import { digitsWidth, drawDigits } from './digits.ts';
import { drawMark } from './mark.ts';
import type { Form, Shape } from './profile.ts';
import { createProfile } from './profile.ts';
import { createRandom } from './random.ts';
import type { Point } from './svg.ts';
import { box, dot, fill, sheet, trace } from './svg.ts';

interface Scheme {
  ground: string;
  far: string;
  near: string;
  mark: string;
  digits: string;
  lines: string;
}

export type ReportKind = 'annual' | 'interim' | 'sustainability';

const schemes: Record<ReportKind, Scheme> = {
  annual: {
    ground: '#10233a',
    far: '#1d3753',
    near: '#5b7690',
    mark: '#c79a63',
    digits: '#d3a872',
    lines: '#8fa2b4',
  },
  interim: {
    ground: '#f4efe4',
    far: '#e3dac8',
    near: '#8a5a2b',
    mark: '#8a5a2b',
    digits: '#10233a',
    lines: '#10233a',
  },
  sustainability: {
    ground: '#dfe6dc',
    far: '#c3d0c1',
    near: '#24483f',
    mark: '#8a5a2b',
    digits: '#24483f',
    lines: '#24483f',
  },
};

const forms: readonly Form[] = ['alpine', 'rolling', 'mesa', 'alpine', 'dunes'];
const shapes: readonly Shape[] = ['even', 'summit', 'right', 'even', 'valley', 'left'];
const [width, height] = [1000, 1414];

function range(name: string, form: Form, shape: Shape, scheme: Scheme): string {
  const random = createRandom(name);
  const layers = 6;
  return Array.from({ length: layers }, (_, index) => {
    const depth = index / (layers - 1);
    const profile = createProfile(random, form, shape, 0.5);
    const base = 900 + depth ** 1.1 * 480;
    const crest = Array.from(
      { length: 251 },
      (_, step): Point => [step * 4, base - profile(step / 250) * (300 - depth * 90)],
    );
    return fill(`${trace(crest)}V${height}H0Z`, mix(scheme.far, scheme.near, depth ** 0.8));
  }).join('');
}

function hairlines(scheme: Scheme, y: number): string {
  const widths = [330, 290, 180];
  return widths
    .map((wide, index) =>
      box(90, y + index * 26, wide, index === 0 ? 4 : 2.5, scheme.lines, index === 0 ? 0.8 : 0.45),
    )
    .join('');
}

function halfSun(name: string, scheme: Scheme): string {
  const random = createRandom(`${name} sun`);
  return dot(600 + random() * 240, 600 + random() * 80, 90, scheme.mark, 0.9);
}

/** The cover of one report: its kind decides the colours, its year the mountains. */
export function drawReport(kind: ReportKind, year: number): string {
  const scheme = schemes[kind];
  const name = `${kind} ${year}`;
  const form = forms[(year + kind.length) % forms.length] ?? 'alpine';
  const shape = shapes[year % shapes.length] ?? 'even';
  const head = drawMark(126, 126, 44, scheme.mark) + box(90, 214, 820, 2, scheme.lines, 0.35);
  const digits = drawDigits(
    String(year),
    95 + digitsWidth(String(year), 150) / 2,
    430,
    150,
    scheme.digits,
    kind === 'interim' ? 5 : 7,
  );
  const ground = box(0, 0, width, height, scheme.ground);
  return sheet(
    width,
    height,
    ground +
      head +
      digits +
      hairlines(scheme, 490) +
      halfSun(name, scheme) +
      range(name, form, shape, scheme),
  );
}
