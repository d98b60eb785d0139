import { SHOWN_FILES, writeShownFiles } from '../../src/form/rules/client-protocol.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { DraftFiles } from './application-form.model.ts';

type Props = DraftFiles & { texts: Texts };

/** Files of the draft with their remove buttons. Rendered even if empty, as the target for new files. */
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
      {unfinished.map(({ id, name, progress }) => (
        <li key={id}>
          <bdi className="file-name">{name}</bdi> <span className="file-meta">{progress}</span>{' '}
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

/** Response to the upload of a single file by the script. */
export const FileUploadResponse = ({ problem, ...list }: Props & { problem?: string }) => (
  <div>
    {problem && <p data-problem="">{problem}</p>}
    <FileList {...list} />
  </div>
);
