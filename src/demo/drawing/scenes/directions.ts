import type { Scene } from '../compose.ts';

/** The six directions of investment. */
export const directions: Record<string, Scene> = {
  'direction-energy': {
    palette: 'dawn',
    form: 'rolling',
    relief: 0.26,
    top: 0.54,
    ridges: 6,
    disc: [0.74, 0.34, 0.085],
    ground: 0.86,
    motifs: [
      { kind: 'turbines', on: 4, x: 0.4, count: 5, size: 1.2, behind: true },
      { kind: 'batteries', on: 5, x: 0.66, y: 0.88, size: 0.95, count: 5 },
      { kind: 'reeds', on: 5, x: 0.12, size: 0.8 },
    ],
  },
  'direction-materials': {
    palette: 'ink',
    form: 'mesa',
    near: 'rolling',
    relief: 0.3,
    top: 0.48,
    ridges: 5,
    disc: [0.76, 0.22, 0.06],
    bottom: 0.9,
    motifs: [{ kind: 'columns', on: 4 }],
  },
  'direction-health': {
    palette: 'mist',
    form: 'rolling',
    relief: 0.26,
    top: 0.46,
    water: [0.56, 4],
    ridges: 5,
    bottom: 1.3,
    disc: [0.62, 0.22, 0.07],
    motifs: [
      { kind: 'rings', on: 4, behind: true, x: 0.46, y: 0.78 },
      { kind: 'reeds', on: 4, x: 0.92, size: 1.1 },
    ],
  },
  'direction-digital': {
    palette: 'night',
    form: 'alpine',
    near: 'rolling',
    relief: 0.34,
    top: 0.56,
    ridges: 5,
    ground: 0.84,
    motifs: [
      { kind: 'serverHalls', on: 4, x: 0.5, y: 0.84, size: 1.2 },
      { kind: 'grove', on: 4, y: 0.93, count: 9, size: 1.4 },
    ],
  },
  'direction-agriculture': {
    palette: 'noon',
    form: 'rolling',
    relief: 0.22,
    top: 0.42,
    ridges: 5,
    clouds: 0.14,
    bottom: 0.84,
    motifs: [
      { kind: 'furrows', on: 4, x: 0.58 },
      { kind: 'seedlings', on: 4, count: 7, y: 0.97, size: 1.2 },
    ],
  },
  'direction-consumer': {
    palette: 'autumn',
    form: 'rolling',
    relief: 0.26,
    top: 0.44,
    ridges: 5,
    disc: [0.3, 0.2, 0.06],
    bottom: 0.8,
    motifs: [
      { kind: 'teaRows', on: 4, count: 12 },
      { kind: 'pavilion', on: 3, x: 0.72, size: 0.9 },
    ],
  },
};
