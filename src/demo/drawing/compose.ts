import type { Motif } from './motif.ts';
import { motifs } from './motifs/index.ts';
import type { PaletteName } from './palettes.ts';
import type { Form, Shape } from './profile.ts';
import type { Ridge } from './ridge.ts';
import { createRidge, drawRidge, drawSnow, drawSpurs } from './ridge.ts';
import type { Disc } from './sky.ts';
import { drawClouds, drawDisc, drawMist, drawSky, drawStars } from './sky.ts';
import type { Stage } from './stage.ts';
import { createStage, framed } from './stage.ts';
import { drawWater } from './water.ts';

/** One landscape, in shares of its width and height. */
export interface Scene {
  palette: PaletteName;
  form: Form;
  /** The form of the nearest ridges, where it is another. */
  near?: Form;
  shape?: Shape;
  centre?: number;
  ridges?: number;
  /** Where the farthest and the nearest ridge have their feet. */
  top?: number;
  bottom?: number;
  relief?: number;
  disc?: readonly [x: number, y: number, radius: number];
  clouds?: number;
  mist?: number;
  /** The height of level ground in front, for buildings to stand on. */
  ground?: number;
  snow?: number;
  /** Water from this height on, with this many ridges behind it. */
  water?: readonly [line: number, behind: number];
  motifs?: readonly Motif[];
}

function isNear(scene: Scene, index: number, depth: number): boolean {
  return scene.water === undefined ? depth > 0.65 : index >= scene.water[1];
}

function layOut(stage: Stage, scene: Scene): Ridge[] {
  const { top = 0.5, bottom = 1, relief = 0.24, ridges = 6, form, near = form, water } = scene;
  return Array.from({ length: ridges }, (_, index) => {
    const depth = index / (ridges - 1);
    const front = water !== undefined && index >= water[1];
    const floor = water !== undefined && !front ? water[0] : bottom;
    const share = water !== undefined && !front ? index / Math.max(1, water[1] - 1) : depth ** 1.2;
    const level = scene.ground !== undefined && index === ridges - 1;
    const wander = (stage.random() - 0.5) * 0.16;
    return createRidge(stage, {
      form: level || isNear(scene, index, depth) ? near : form,
      shape: level ? 'even' : (scene.shape ?? 'even'),
      centre: (scene.centre ?? 0.5) + wander,
      base: (level ? (scene.ground ?? 1) : top + (floor - top) * share) * stage.height,
      relief: level ? stage.height * 0.02 : relief * stage.height * (1.1 - depth * 0.45),
      depth: level ? 0.86 : depth,
    });
  });
}

function draw(stage: Stage, ridge: Ridge, list: readonly Motif[]): string {
  return list.map((motif) => motifs[motif.kind]?.(stage, ridge, motif) ?? '').join('');
}

function layer(stage: Stage, scene: Scene, ridge: Ridge, index: number): string {
  const here = (scene.motifs ?? []).filter((motif) => motif.on === index);
  const form = isNear(scene, index, ridge.depth) ? (scene.near ?? scene.form) : scene.form;
  return (
    draw(
      stage,
      ridge,
      here.filter((motif) => motif.behind),
    ) +
    drawRidge(stage, ridge) +
    (scene.snow === undefined
      ? ''
      : drawSnow(stage, ridge, scene.snow * stage.height + ridge.depth * stage.height * 0.2)) +
    (form !== 'rolling' && form !== 'dunes' ? drawSpurs(stage, ridge, 0.1 + ridge.depth * 0.3) : '') +
    draw(
      stage,
      ridge,
      here.filter((motif) => !motif.behind),
    )
  );
}

function mistOver(stage: Stage, scene: Scene, ridge: Ridge): string {
  const strength = (scene.mist ?? 0.5) * (1 - ridge.depth * 0.7);
  return ridge.depth > 0.9 ? '' : drawMist(stage, ridge.foot, stage.height * 0.04, 3, strength);
}

function backdrop(stage: Stage, scene: Scene, disc: Disc | undefined): string {
  const horizon = ((scene.top ?? 0.5) + 0.1) * stage.height;
  return (
    drawSky(stage, horizon) +
    (scene.palette === 'night' ? drawStars(stage, horizon) : '') +
    (disc ? drawDisc(stage, disc) : '') +
    (scene.clouds === undefined ? '' : drawClouds(stage, scene.clouds * stage.height, 9))
  );
}

/** Draws a landscape; its name decides its chances. */
export function composeScene(name: string, width: number, height: number, scene: Scene): string {
  const stage = createStage(name, width, height, scene.palette);
  const disc = scene.disc && { x: scene.disc[0], y: scene.disc[1], radius: scene.disc[2] };
  let picture = backdrop(stage, scene, disc);
  layOut(stage, scene).forEach((ridge, index) => {
    if (scene.water?.[1] === index) {
      picture += drawWater(stage, scene.water[0] * height, picture, disc);
    }
    picture += layer(stage, scene, ridge, index) + mistOver(stage, scene, ridge);
  });
  return framed(stage, picture);
}
