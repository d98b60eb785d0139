import { byId } from '../dom.ts';

const seen = new WeakSet<Element>();

/** Makes the dialog of a closed application window modal; pages open it without a script. */
export function makeDialogModal(): void {
  const dialog = byId('_closed') as HTMLDialogElement | null;
  if (!dialog?.open || seen.has(dialog)) return;
  seen.add(dialog);
  dialog.addEventListener('close', () => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || dialog.contains(activeElement);
    if (!dialog.open && isLost) byId('_main')?.focus({ preventScroll: true });
  });
  dialog.close();
  dialog.showModal();
}
