/** The colours of one time of day. */
export interface Palette {
  /** The sky from the top down to the horizon. */
  sky: readonly string[];
  /** The ridges from the farthest to the nearest. */
  ridges: readonly string[];
  disc: string;
  /** How strongly the disc lights the air round it. */
  halo: number;
  mist: string;
  /** Lit windows, sails, lanterns. */
  accent: string;
  /** Sunlit surfaces: blades, roofs, panels. */
  light: string;
}

export type PaletteName = 'dawn' | 'noon' | 'dusk' | 'night' | 'mist' | 'autumn' | 'snow' | 'ink';

/** Eight times of day and year, all kin to the house's ink, paper and bronze. */
export const palettes: Record<PaletteName, Palette> = {
  dawn: {
    sky: ['#7f98ae', '#c3c4c2', '#ecd6bd', '#f6e6cf'],
    ridges: ['#cfc5bd', '#9aa3ad', '#566e86', '#1a3049'],
    disc: '#fdf1da',
    halo: 0.75,
    mist: '#f3e4d0',
    accent: '#c98742',
    light: '#fbf1e2',
  },
  noon: {
    sky: ['#8fb0c4', '#b9cfd8', '#dfe7e4', '#f3f1e7'],
    ridges: ['#c3d2d6', '#8fadb6', '#4f7a87', '#173f50'],
    disc: '#fffdf3',
    halo: 0.7,
    mist: '#f0f1ea',
    accent: '#b87a3c',
    light: '#fdfbf4',
  },
  dusk: {
    sky: ['#33466a', '#7a6a7d', '#c98f6e', '#efc592'],
    ridges: ['#b78d7c', '#7f6775', '#43466a', '#141f36'],
    disc: '#fbe2ae',
    halo: 0.6,
    mist: '#e3b088',
    accent: '#f0b45f',
    light: '#f6d7a8',
  },
  night: {
    sky: ['#0a1627', '#132a45', '#27486a', '#4a6a86'],
    ridges: ['#46657f', '#2c4a66', '#183149', '#081321'],
    disc: '#f4ecd8',
    halo: 0.42,
    mist: '#5d7b93',
    accent: '#f2b869',
    light: '#c7d3da',
  },
  mist: {
    sky: ['#dcdcd4', '#e8e6dd', '#f1eee5', '#f6f3ea'],
    ridges: ['#dcdcd5', '#b7bfbf', '#82929a', '#3d5364'],
    disc: '#d8a877',
    halo: 0.3,
    mist: '#f4f1e8',
    accent: '#a86f36',
    light: '#fbf9f3',
  },
  autumn: {
    sky: ['#b9bfb4', '#dcd3bb', '#f0e0c2', '#f7ead2'],
    ridges: ['#dcc7a3', '#c19362', '#8d5730', '#3a2418'],
    disc: '#c9713a',
    halo: 0.4,
    mist: '#f4e5ca',
    accent: '#c4712f',
    light: '#fbefd9',
  },
  snow: {
    sky: ['#94a9bb', '#bccad4', '#dfe5e7', '#f2f2ee'],
    ridges: ['#d5dee4', '#aabcc9', '#6f8aa0', '#233c55'],
    disc: '#fffaf0',
    halo: 0.7,
    mist: '#eff2f2',
    accent: '#c28244',
    light: '#ffffff',
  },
  ink: {
    sky: ['#f3efe5', '#f5f1e8', '#f4efe3', '#efe8d9'],
    ridges: ['#d3d3cd', '#9da5aa', '#566879', '#10233a'],
    disc: '#9a6a35',
    halo: 0.22,
    mist: '#f4efe5',
    accent: '#8a5a2b',
    light: '#fbf8f1',
  },
};
