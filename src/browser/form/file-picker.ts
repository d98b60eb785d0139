import { applicationForm, byId } from '../dom.ts';
import { queue } from './upload.ts';

const OVER = 'drop-over';

/** Files that are picked or dropped go up at once. */
export function watchFilePicker(): void {
  document.addEventListener('change', ({ target }) => {
    if ((target as Element).id === 'declareFile') takePicked();
  });
  document.addEventListener('dragover', (event) => aim(event));
  document.addEventListener('dragleave', () => mark(false));
  document.addEventListener('drop', (event) => {
    if (!aim(event)) return;
    mark(false);
    queue.add([...(event.dataTransfer?.files ?? [])]);
  });
  // Picked before this script came.
  takePicked();
}

/** Moves files from the input into the queue: in the input they would go up once more with the form. */
function takePicked(): void {
  const input = byId('declareFile') as HTMLInputElement | null;
  if (!input?.files?.length) return;
  const files = [...input.files];
  input.value = '';
  queue.add(files);
}

/** Whether a drag of files is over the box. One that misses it must not make the browser leave the page for the file. */
function aim(event: DragEvent): boolean {
  if (!event.dataTransfer?.types.includes('Files') || !applicationForm()) return false;
  event.preventDefault();
  const isOver = (event.target as Element).closest('#_drop') !== null;
  event.dataTransfer.dropEffect = isOver ? 'copy' : 'none';
  mark(isOver);
  return isOver;
}

const mark = (isOver: boolean): void => {
  byId('_drop')?.classList.toggle(OVER, isOver);
};
