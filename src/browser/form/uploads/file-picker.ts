import { applicationForm, byId } from '../../dom.ts';
import { queue } from './uploads.ts';

const OVER = 'drop-over';

/** Uploads picked and dropped files immediately. */
export function watchFilePicker(): void {
  document.addEventListener('change', ({ target }) => {
    if ((target as Element).id === 'declareFile') queuePicked();
  });
  document.addEventListener('dragover', (event) => aim(event));
  document.addEventListener('dragleave', () => mark(false));
  document.addEventListener('drop', (event) => {
    if (!aim(event)) return;
    mark(false);
    queue.add([...(event.dataTransfer?.files ?? [])]);
  });
  // Picked before this script was loaded.
  queuePicked();
}

/** Moves files from the input to the queue: the form would send them again. */
function queuePicked(): void {
  const input = byId('declareFile') as HTMLInputElement | null;
  if (!input?.files?.length) return;
  const files = [...input.files];
  input.value = '';
  queue.add(files);
}

/** Returns whether files are dragged over the box. Next to it, the browser must not open a dropped file. */
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
