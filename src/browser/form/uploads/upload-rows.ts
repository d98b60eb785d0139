import { byId, isFocused, make } from '../../dom.ts';
import { rowText, uploadText } from '../messages.ts';
import { type Action, hasRow, states, type Upload } from './upload-queue.ts';

type Row = { item: HTMLLIElement; bar: HTMLProgressElement; text: HTMLElement; buttons: HTMLElement };

function createRow({ name }: File): Row {
  const bar = make('progress', { max: 100 });
  bar.setAttribute('aria-label', name);
  const text = make('span', { className: 'upload-text' });
  const buttons = make('span', { className: 'upload-actions' });
  const title = make('bdi', { className: 'upload-name' }, name);
  return { item: make('li', { className: 'upload' }, title, bar, text, buttons), bar, text, buttons };
}

export function createUploadRows(actions: Record<Action, (upload: Upload) => void>) {
  const rows = new Map<Upload, Row>();

  function actionButton(upload: Upload, action: Action): HTMLButtonElement {
    const name = make('span', { className: 'visually-hidden' }, ` ${upload.file.name}`);
    const label = uploadText(action, upload.file);
    const button = make('button', { type: 'button', className: 'upload-action' }, label, name);
    button.addEventListener('click', () => actions[action](upload));
    return button;
  }

  function show(upload: Upload): void {
    const row = rows.get(upload) ?? createRow(upload.file);
    rows.set(upload, row);
    if (!row.item.isConnected) byId('_uploads')?.append(row.item);
    row.text.textContent = rowText(upload);
    row.bar.value = upload.percent;
    if (row.item.dataset.state !== upload.state) changeState(row, upload);
  }

  /** Moves the focus from a replaced button to the first new one. */
  function changeState(row: Row, upload: Upload): void {
    const hadFocus = isFocused(row.item);
    row.item.dataset.state = upload.state;
    row.bar.hidden = upload.state !== 'running';
    row.buttons.replaceChildren(...states[upload.state].map((action) => actionButton(upload, action)));
    if (hadFocus) focus(upload);
  }

  function focus(upload: Upload): void {
    rows.get(upload)?.buttons.querySelector('button')?.focus();
  }

  function remove(upload: Upload): void {
    const item = rows.get(upload)?.item;
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    const next = isFocused(item ?? null) && (neighbour?.querySelector('button') ?? byId('declareFile'));
    rows.delete(upload);
    item?.remove();
    if (next) next.focus();
  }

  return {
    update(upload: Upload): void {
      if (hasRow(upload)) show(upload);
      else remove(upload);
    },
    focus,
  };
}
