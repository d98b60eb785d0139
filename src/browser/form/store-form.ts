/** Asks the form's script to store the form, after the POST that may bring the cookie of its session. */
const STORE_FORM = 'store-form';

type Request = { stored?: Promise<unknown> };

/** Stores the form's content in its draft. */
async function postForm(form: HTMLFormElement): Promise<void> {
  const body = new FormData(form);
  body.set('action', 'begin');
  const { ok, status } = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body });
  if (!ok) throw new Error(`the form was not stored: ${status}`);
}

/** Stores the form; without its script no other POST is under way. */
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
