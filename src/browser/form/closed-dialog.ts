import { byId } from '../dom.ts';

const modal = new WeakSet<Element>();

/** Makes the dialog "Submission Closed" modal. Pages open it without a script. */
export function makeDialogModal(): void {
  const dialog = byId('_closed') as HTMLDialogElement | null;
  if (!dialog?.open || modal.has(dialog)) return;
  modal.add(dialog);
  dialog.addEventListener('close', () => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || dialog.contains(activeElement);
    if (!dialog.open && isLost) byId('_main')?.focus({ preventScroll: true });
  });
  dialog.close();
  dialog.showModal();
}
