import type { Random } from './random.ts';
import { between, createNoise } from './random.ts';

export type Form = 'alpine' | 'rolling' | 'karst' | 'dunes' | 'mesa';
export type Shape = 'even' | 'valley' | 'summit' | 'left' | 'right';
/** A height between 0 and about 1 for a place between 0 and 1. */
export type Profile = (at: number) => number;

function summed(random: Random, octaves: number, start: number, gain: number, sharp: boolean): Profile {
  const noise = createNoise(random);
  const shift = between(random, 0, 200);
  return (at) => {
    let [height, total] = [0, 0];
    let [weight, pitch] = [1, start];
    for (let octave = 0; octave < octaves; octave += 1) {
      const wave = noise(shift + octave * 31.7 + at * pitch);
      height += weight * (sharp ? 1 - Math.abs(wave) * 1.7 : 0.5 + wave / 2);
      total += weight;
      weight *= gain;
      pitch *= 2.07;
    }
    return height / total;
  };
}

function karst(random: Random): Profile {
  const detail = summed(random, 4, 22, 0.5, false);
  const towers = Array.from({ length: 11 }, (_, index) => ({
    at: (index + between(random, -0.1, 1.1)) / 11,
    half: between(random, 0.022, 0.06),
    height: between(random, 0.25, 1),
  }));
  return (at) => {
    const heights = towers.map((tower) => {
      const away = Math.abs(at - tower.at) / tower.half;
      return tower.height / (1 + away ** 3.4);
    });
    return Math.max(...heights) * 0.9 + detail(at) * 0.12;
  };
}

function dunes(random: Random): Profile {
  const swell = summed(random, 2, 1.7, 0.4, false);
  const crests = summed(random, 2, 2.6, 0.3, true);
  return (at) => swell(at) * 0.55 + Math.max(0, crests(at)) ** 1.5 * 0.45;
}

function mesa(random: Random): Profile {
  const bulk = summed(random, 3, 3.4, 0.45, false);
  const detail = summed(random, 4, 16, 0.5, false);
  return (at) => {
    const steps = bulk(at) * 5;
    const rise = steps - Math.floor(steps);
    return (Math.floor(steps) + Math.min(1, rise * 3.2) * 0.82 + rise * 0.18) / 5 + detail(at) * 0.05;
  };
}

function outline(form: Form, random: Random): Profile {
  if (form === 'karst') {
    return karst(random);
  }
  if (form === 'dunes') {
    return dunes(random);
  }
  if (form === 'mesa') {
    return mesa(random);
  }
  return form === 'alpine' ? summed(random, 7, 2.6, 0.48, true) : summed(random, 5, 2.3, 0.33, false);
}

function envelope(shape: Shape, centre: number, at: number): number {
  const away = at - centre;
  switch (shape) {
    case 'valley':
      return 0.12 + 0.95 * Math.min(1, Math.abs(away) * 1.75) ** 1.25;
    case 'summit':
      return 0.18 + 0.9 * Math.max(0, 1 - Math.abs(away) * 2) ** 1.25;
    case 'left':
      return 0.12 + 0.95 * Math.max(0, 1 - at * 1.12) ** 1.1;
    case 'right':
      return 0.12 + 0.95 * Math.max(0, at * 1.12 - 0.12) ** 1.1;
    case 'even':
      return 1;
  }
}

/** The outline of one ridge, with the mass where the composition wants it. */
export function createProfile(random: Random, form: Form, shape: Shape, centre: number): Profile {
  const line = outline(form, random);
  return (at) => {
    const mass = envelope(shape, centre, at);
    return shape === 'even' ? line(at) : mass * (0.55 + 0.6 * line(at));
  };
}
