import path from 'node:path';
import type { OpenAsset } from '../assets/asset-client.ts';
import { type Client, createClient } from '../backend/client.ts';
import { createFolderClient } from './client.ts';
import { createFileOpener } from './open-file.ts';

type Settings = {
  api: { baseUrl?: string; headers: Record<string, string>; timeoutMs: number };
  contentDir?: string;
  distDir: string;
};

/** The content folder of the settings, or the demo content. */
export const contentFolder = ({ contentDir, distDir }: Omit<Settings, 'api'>): string =>
  contentDir ?? path.join(distDir, '../src/content-folder/demo');

/** Client of the backend, or of the content folder if `API_BASE_URL` is unset. The folder also has the files that content names. */
export function openContentSource(
  settings: Settings,
  onMistake?: (mistake: string) => void,
): { client: Client; openFile?: OpenAsset } {
  const { baseUrl, ...api } = settings.api;
  if (baseUrl !== undefined) return { client: createClient({ ...api, baseUrl }) };
  const folder = contentFolder(settings);
  return { client: createFolderClient(folder, onMistake), openFile: createFileOpener(folder) };
}
