import { mix } from './colour.ts';
import { drawDigits } from './digits.ts';
import type { Point } from './svg.ts';
import { box, dot, fill, sheet, stroke, trace } from './svg.ts';

const [ink, paper, bronze] = ['#10233a', '#faf7f0', '#8a5a2b'];
const [left, right, base, top] = [170, 1500, 850, 130];

function axis(steps: readonly number[], most: number): string {
  return steps
    .map((step) => {
      const y = base - (step / most) * (base - top);
      const line = box(left, y - 1, right - left, step === 0 ? 2.5 : 1.5, ink, step === 0 ? 0.8 : 0.14);
      return line + drawDigits(String(step), 105, y + 11, 22, mix(ink, paper, 0.35), 8);
    })
    .join('');
}

function year(number: number, x: number): string {
  return drawDigits(String(number), x, base + 66, 30, mix(ink, paper, 0.15), 8);
}

/** Assets under management, 2021 to 2025, in billions. */
export function drawAumChart(): string {
  const values = [29.4, 33.1, 37.8, 42.3, 48.6];
  const slot = (right - left) / values.length;
  const bars = values.map((value, index) => {
    const x = left + slot * (index + 0.5);
    const tall = (value / 50) * (base - top);
    const last = index === values.length - 1;
    const colour = last ? bronze : mix(ink, paper, 0.32 - index * 0.08);
    const label = drawDigits(value.toFixed(1), x, base - tall - 24, 42, last ? bronze : ink, 9);
    return box(x - 66, base - tall, 132, tall, colour) + label + year(2021 + index, x);
  });
  return sheet(1600, 1000, box(0, 0, 1600, 1000, paper) + axis([0, 10, 20, 30, 40, 50], 50) + bars.join(''));
}

/** The cost of storage per kilowatt-hour, 2019 to 2026, in RMB. */
export function drawStorageChart(): string {
  const values = [1650, 1480, 1320, 1190, 960, 780, 690, 620];
  const slot = (right - left) / values.length;
  const places = values.map(
    (value, index): Point => [left + slot * (index + 0.5), base - (value / 1800) * (base - top)],
  );
  const [first = [0, 0], last = [0, 0]] = [places[0], places.at(-1)];
  const area = `${trace(places)}L${last[0]} ${base}L${first[0]} ${base}Z`;
  const points = places.map(([x, y], index) => {
    const end = index === places.length - 1;
    const colour = end ? bronze : ink;
    const label = drawDigits(String(values[index]), x + 8, y - 34, 34, colour, 9);
    return dot(x, y, 13, paper) + dot(x, y, 9, colour) + label + year(2019 + index, x);
  });
  const line = fill(area, ink, 0.08) + stroke(trace(places), ink, 5);
  return sheet(
    1600,
    1000,
    box(0, 0, 1600, 1000, paper) + axis([0, 300, 600, 900, 1200, 1500, 1800], 1800) + line + points.join(''),
  );
}
