import { parse } from 'content-disposition';
import { isAsset } from '../content/asset-types.ts';
import type { HttpAnswer } from './ask.ts';

/** What a server answers when it is asked for a file, its body unread. */
export type AssetAnswer = HttpAnswer;

/** Whether an answer is a file: by its type and, where that says little, by its name in the address or in the answer. */
export function isFile({ headers }: Pick<AssetAnswer, 'headers'>, name: string): boolean {
  const type = headers.get('content-type') ?? '';
  const { filename = '' } = parse(headers.get('content-disposition') ?? '').parameters;
  return isAsset(type, name) || isAsset(type, filename);
}
