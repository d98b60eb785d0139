import { byId } from './dom.ts';

const seen = new WeakSet<Element>();

/** The dialog of the closed window, which pages open without script, made modal; its end leads to what it stood over. */
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
