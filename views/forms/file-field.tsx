import { accept } from '../../src/applications/rules/file-types.ts';
import { SHOWN_FILES, writeShownFiles } from '../../src/applications/rules/form-protocol.ts';
import type { Texts } from '../../src/i18n/set-up.ts';
import type { DraftFiles } from './application-form.model.ts';
import { ErrorWord, fieldId, hintId, problemId } from './field.tsx';

type Props = DraftFiles & { hasFocus: boolean; problems: string[]; texts: Texts };

const NAME = 'declareFile';

export const FileField = ({ files, unfinished, hasFocus, problems, texts }: Props) => (
  <div className={problems.length > 0 ? 'field field-wrong' : 'field'} id={fieldId(NAME)}>
    <label htmlFor={NAME}>{texts.declareFile}</label>
    <p className="hint" id={hintId(NAME)}>
      {texts.declareFileHint}
    </p>
    <Problems problems={problems} texts={texts} />
    <FileList files={files} unfinished={unfinished} texts={texts} />
    <DropBox isWrong={problems.length > 0} hasFocus={hasFocus} texts={texts} />
    <div className="upload-place">
      <button className="button button-quiet" type="submit" name="action" value="upload" id="_upload">
        {texts.uploadFiles}
      </button>
      <Uploads texts={texts} />
    </div>
  </div>
);

/** Rendered even if empty, because the preserved input refers to its id. */
const Problems = ({ problems, texts }: Pick<Props, 'problems' | 'texts'>) => (
  <div id={problemId(NAME)}>
    {problems.map((problem) => (
      <p className="field-problem" key={problem}>
        <ErrorWord texts={texts} />
        {problem}
      </p>
    ))}
  </div>
);

/** A transparent input covers the box. Because of `required`, the stylesheet can hide the browser's text while it is empty. */
const DropBox = ({ isWrong, hasFocus, texts }: { isWrong: boolean; hasFocus: boolean; texts: Texts }) => (
  <div className="drop" id="_drop">
    {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: ARIA in HTML allows it wherever `required` is allowed */}
    <input
      id={NAME}
      name={NAME}
      type="file"
      multiple
      required
      // biome-ignore lint/a11y/noAutofocus: the applicant continues with the files
      autoFocus={hasFocus}
      accept={accept}
      aria-required={true}
      aria-describedby={`${hintId(NAME)} ${problemId(NAME)}`}
      aria-invalid={isWrong}
      hx-preserve=""
    />
    <label htmlFor={NAME}>{texts.uploadHint}</label>
  </div>
);

/** A script fills the list and reads its messages from the attributes. */
const Uploads = ({ texts }: { texts: Texts }) => (
  <>
    <ul
      className="uploads"
      id="_uploads"
      hx-preserve=""
      data-waiting={texts.uploadWaiting}
      data-running={texts.uploadRunning}
      data-offline={texts.uploadLost}
      data-success={texts.uploadSuccess}
      data-deferred={texts.uploadDeferred}
      data-blocked={texts.uploadBlocked}
      data-refused={texts.uploadRefused}
      data-lost={texts.uploadError}
      data-server-error={texts.uploadServerError}
      data-cancel={texts.uploadCancel}
      data-cancelled={texts.uploadCancelled}
      data-retry={texts.uploadRetry}
      data-dismiss={texts.uploadDismiss}
      data-unreadable={texts.problemFileNotUploaded}
      data-empty={texts.problemFileEmpty}
      data-too-big={texts.problemFileTooBig}
    />
    <p className="visually-hidden" id="_upload-status" role="status" hx-preserve="" />
  </>
);

type ListProps = DraftFiles & { texts: Texts };

/** Rendered even if empty, because a script adds new files to the lists. */
const FileList = ({ files, unfinished, texts }: ListProps) => (
  <>
    <input type="hidden" name={SHOWN_FILES} value={writeShownFiles(files)} />
    <ul className="files" id="_files" aria-label={texts.uploadedFiles}>
      {files.map((file) => (
        <FileItem key={file.id} {...file} note={file.size} texts={texts} />
      ))}
    </ul>
    <ul className="files" id="_unfinished" aria-label={texts.unfinishedFiles}>
      {unfinished.map((file) => (
        <FileItem key={file.id} {...file} note={file.progress} texts={texts} />
      ))}
    </ul>
  </>
);

type ItemProps = { id: string; name: string; note: string; texts: Texts };

const FileItem = ({ id, name, note, texts }: ItemProps) => (
  <li>
    <bdi className="file-name">{name}</bdi> <span className="file-meta">{note}</span>{' '}
    <button className="button button-quiet" type="submit" name="remove" value={id}>
      {texts.removeFile} <bdi className="visually-hidden">{name}</bdi>
    </button>
  </li>
);

/** Response to a script that has uploaded a file. */
export const FileUploadResponse = (list: ListProps) => (
  <div>
    <FileList {...list} />
  </div>
);
