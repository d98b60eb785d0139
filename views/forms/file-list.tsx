import { SHOWN_FILES, writeShownFiles } from '../../src/form/rules/client-protocol.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { DraftFiles } from './application-form.model.ts';

type Props = DraftFiles & { texts: Texts };

/** The files that the draft holds, each with a button to remove it; the empty list is the place for new ones. */
export const FileList = ({ files, unfinished, texts }: Props) => (
  <>
    <input type="hidden" name={SHOWN_FILES} value={writeShownFiles(files)} />
    <ul className="files" id="_files" aria-label={texts.uploadedFiles}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <bdi className="file-name">{name}</bdi> <span className="file-meta">{size}</span>{' '}
          <RemoveButton id={id} name={name} texts={texts} />
        </li>
      ))}
    </ul>
    <ul className="files" id="_unfinished" aria-label={texts.unfinishedFiles}>
      {unfinished.map(({ id, name, words }) => (
        <li key={id}>
          <bdi className="file-name">{name}</bdi> <span className="file-meta">{words}</span>{' '}
          <RemoveButton id={id} name={name} texts={texts} />
        </li>
      ))}
    </ul>
  </>
);

const RemoveButton = ({ id, name, texts }: { id: string; name: string; texts: Texts }) => (
  <button className="button button-quiet" type="submit" name="remove" value={id}>
    {texts.removeFile} <bdi className="visually-hidden">{name}</bdi>
  </button>
);

/** The script's answer after a single file: the problem, if any, and the files that the draft holds now. */
export const FilesAnswer = ({ problem, ...list }: Props & { problem?: string }) => (
  <div>
    {problem && <p data-problem="">{problem}</p>}
    <FileList {...list} />
  </div>
);
