import type { Texts } from '../../src/i18n/set-up.ts';
import type { FormFile } from './file-list.model.ts';
import { FileList } from './file-list.tsx';

type Props = { files: FormFile[]; problem?: string; texts: Texts };

/** What the script is told after a single file: why it was refused, if it was, and the files that are there now. */
export const FilesAnswer = ({ files, problem, texts }: Props) => (
  <div>
    {problem && <p data-problem="">{problem}</p>}
    <FileList files={files} texts={texts} />
  </div>
);
