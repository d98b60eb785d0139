import type { Texts } from '../../src/i18n/set-up.ts';
import type { FormFile } from './file-list.model.ts';
import { FileList } from './file-list.tsx';

type Props = { files: FormFile[]; problem?: string; texts: Texts };

/** The script's answer after a single file: the problem, if any, and the files that the draft holds now. */
export const FilesAnswer = ({ files, problem, texts }: Props) => (
  <div>
    {problem && <p data-problem="">{problem}</p>}
    <FileList files={files} texts={texts} />
  </div>
);
