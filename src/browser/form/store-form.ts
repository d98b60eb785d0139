/** Event that lets the form's script store the form after the POST that sets the session cookie. */
const STORE_FORM = 'store-form';

type Request = { stored?: Promise<unknown> };

/** Saves the form in its draft, except some inputs. */
export async function postForm(
  form: HTMLFormElement,
  address = form.getAttribute('action') ?? '',
  without: string[] = [],
): Promise<void> {
  const body = new FormData(form);
  for (const name of without) body.delete(name);
  body.set('action', 'begin');
  const { ok, status } = await fetch(address, { method: 'POST', body });
  if (!ok) throw new Error(`the form was not stored: ${status}`);
}

/** Saves the form, by its script if that is loaded. */
export async function storeForm(form: HTMLFormElement): Promise<void> {
  const detail: Request = {};
  form.dispatchEvent(new CustomEvent(STORE_FORM, { bubbles: true, detail }));
  await (detail.stored ?? postForm(form));
}

export function storeOnRequest(inTurn: (post: () => Promise<void>) => Promise<void>): void {
  document.addEventListener(STORE_FORM, (event) => {
    const { detail, target } = event as CustomEvent<Request>;
    detail.stored = inTurn(() => postForm(target as HTMLFormElement));
  });
}
