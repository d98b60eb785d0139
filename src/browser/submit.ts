import { applicationForm, byId, submitButton } from './dom.ts';
import { showStatus } from './form-status.ts';
import { isSubmit, type RequestContext, submitterOf } from './requests.ts';
import { formTexts } from './texts.ts';
import type { Upload, UploadQueue } from './upload-queue.ts';

type Options = {
  queue: UploadQueue;
  focusRow: (upload: Upload) => void;
  /** The request of the form that is under way. */
  current: () => RequestContext | undefined;
};

/** Holds an application back until its uploads and the form's other requests are done, then sends it. */
export function holdSubmits({ queue, focusRow, current }: Options) {
  let refusedBefore: Upload[] | undefined;

  const mustWait = (): boolean => queue.isBusy() || current() !== undefined;

  // Before htmx, which listens at the form itself.
  document.addEventListener(
    'submit',
    (event) => {
      if (event.target !== applicationForm() || !isSubmit(event.submitter) || !mustWait()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const ctx = current();
      if (!ctx || !isSubmit(submitterOf(ctx))) hold();
    },
    true,
  );

  function hold(): void {
    refusedBefore ??= queue.inState('refused');
    showStatus(queue.isBusy() ? formTexts().uploadsPending : formTexts().sending);
  }

  /** Sends what was held back, unless a file was refused meanwhile: the visitor has to know first. */
  function release(): void {
    if (!refusedBefore || mustWait()) return;
    const before = refusedBefore;
    const refused = queue.inState('refused').find((upload) => !before.includes(upload));
    letGo();
    if (refused) focusRow(refused);
    else submitButton()?.click();
  }

  function letGo(): void {
    refusedBefore = undefined;
    showStatus();
  }

  /** The first answer of the form has to be read first. */
  const letGoOnProblems = (): void => {
    if (byId('_problems')) letGo();
  };

  return { release, letGoOnProblems };
}
