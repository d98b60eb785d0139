import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { drawAumChart, drawStorageChart } from './charts.ts';
import { composeScene } from './compose.ts';
import { drawHonour } from './honours.ts';
import { drawMark } from './mark.ts';
import { renderJpeg, renderPng } from './render.ts';
import type { ReportKind } from './reports.ts';
import { drawReport } from './reports.ts';
import { scenes } from './scenes/index.ts';
import { sheet } from './svg.ts';

/** A picture by its path and how to draw it. */
type Job = readonly [path: string, draw: () => string];

const pictures = join(import.meta.dirname, '../content/files/pictures');

function sizeOf(name: string): [width: number, height: number] {
  if (name.startsWith('banner-')) {
    return [2400, 1350];
  }
  return name.startsWith('head-') ? [2000, 900] : [1600, 1000];
}

function sceneJobs(): Job[] {
  return Object.entries(scenes).map(([name, scene]) => {
    const [width, height] = sizeOf(name);
    return [
      join(pictures, `${name}.jpg`),
      () => sheet(width, height, composeScene(name, width, height, scene)),
    ];
  });
}

function reportJobs(): Job[] {
  const years: [ReportKind, number[]][] = [
    ['annual', [2025, 2024, 2023, 2022, 2021]],
    ['interim', [2026, 2025, 2024]],
    ['sustainability', [2025, 2024]],
  ];
  return years.flatMap(([kind, list]) =>
    list.map((year): Job => [join(pictures, `report-${kind}-${year}.jpg`), () => drawReport(kind, year)]),
  );
}

function honourJobs(): Job[] {
  return Array.from({ length: 8 }, (_, index): Job => {
    return [join(pictures, `honour-${index + 1}.jpg`), () => drawHonour(index + 1)];
  });
}

function flatJobs(): Job[] {
  return [
    [join(pictures, 'chart-aum.png'), drawAumChart],
    [join(pictures, 'chart-storage.png'), drawStorageChart],
    [join(pictures, 'logo.png'), () => sheet(512, 512, drawMark(256, 256, 250, '#9a6a35'))],
  ];
}

/** Draws every picture of the demo, or those whose path holds the given word. */
async function drawAll(word: string): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const jobs = [...sceneJobs(), ...reportJobs(), ...honourJobs(), ...flatJobs()].filter(([path]) =>
    path.includes(word),
  );
  let bytes = 0;
  for (const [path, draw] of jobs) {
    bytes += await (path.endsWith('.png') ? renderPng : renderJpeg)(draw(), path);
  }
  console.log(`${jobs.length} pictures, ${bytes} bytes`);
}

await drawAll(process.argv[2] ?? '');
