import type { Texts } from '../../src/i18n/set-up.ts';
import type { FormFile } from './application-form.model.ts';

type Props = { files: FormFile[]; texts: Texts };

/** The files that the draft holds, each with a button to remove it; the empty list is the place for new ones. */
export const FileList = ({ files, texts }: Props) => (
  <ul className="files" id="_files" aria-label={texts.uploadedFiles}>
    {files.map(({ id, name, size }) => (
      <li key={id}>
        <bdi className="file-name">{name}</bdi> <span className="file-meta">{size}</span>{' '}
        <button className="button button-quiet" type="submit" name="remove" value={id}>
          {texts.removeFile} <bdi className="visually-hidden">{name}</bdi>
        </button>
      </li>
    ))}
  </ul>
);

/** The script's answer after a single file: the problem, if any, and the files that the draft holds now. */
export const FilesAnswer = ({ problem, ...list }: Props & { problem?: string }) => (
  <div>
    {problem && <p data-problem="">{problem}</p>}
    <FileList {...list} />
  </div>
);
