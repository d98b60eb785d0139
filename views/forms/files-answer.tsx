import type { Texts } from '../../src/i18n/set-up.ts';
import { FileList } from './file-list.tsx';
import type { FormFile } from './form-model.ts';

type Props = { files: FormFile[]; problem?: string; texts: Texts };

/** What the script is told after a single file: why it was refused, if it was, and the files that are there now. */
export const FilesAnswer = ({ files, problem, texts }: Props) => (
  <div>
    {problem && <p data-problem="">{problem}</p>}
    <FileList files={files} texts={texts} />
  </div>
);
