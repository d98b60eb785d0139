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
