/** Describes code that could run in a frame. Runs in the browser and triggers every event of the page. */
export function provoke(): string[] {
  const MOST = 2500;
  if (!document.body?.innerText.trim()) throw new Error('nothing is shown');
  const ADDRESSES = /^(?:href|src|action|formaction|data|xlink:href|poster|background|srcdoc|ping)$/iu;
  const CODE = /^(?:javascript|data|vbscript|blob|filesystem):/iu;
  const STRANGE_TAGS =
    /^(?:iframe|frame|object|embed|base|applet|portal|style|math|foreignobject|animate|set|template)$/iu;
  const STARTED =
    'pointerover mouseover mouseenter pointerdown focus focusin blur keydown contextmenu wheel scroll ' +
    'copy drag toggle animationstart beforeinput';
  const elements = [...document.querySelectorAll('*')].slice(0, MOST);
  // Prevents navigation away from the page.
  addEventListener('click', (event) => event.preventDefault(), true);
  addEventListener('submit', (event) => event.preventDefault(), true);
  const found: string[] = [];
  for (const element of elements) {
    const tag = element.tagName.toLowerCase();
    // With an injected style before it, the page's own style would be the second one.
    const isOwnStyle = element === document.head.querySelector('style');
    const isOwnTemplate = element.parentElement?.id === '_notices';
    if (STRANGE_TAGS.test(tag) && !isOwnStyle && !isOwnTemplate) found.push(`<${tag}>`);
    const isOwnScript = element === document.querySelector('body link[rel="stylesheet"] + script');
    const isScript = element instanceof HTMLScriptElement && !element.src && !isOwnScript;
    if (isScript && element.type !== 'application/ld+json') found.push('<script> of its own');
    for (const { name, value } of element.attributes) {
      const url = [...value].filter((letter) => letter > ' ').join('');
      if (/^on/iu.test(name)) found.push(`<${tag} ${name}>`);
      if (ADDRESSES.test(name) && CODE.test(url)) found.push(`<${tag} ${name}=${value.slice(0, 80)}>`);
    }
  }
  for (const element of elements) {
    for (const type of STARTED.split(' ')) element.dispatchEvent(new Event(type, { bubbles: false }));
    if (element instanceof HTMLElement && !element.matches('form *, [hx-boost] *')) element.click();
  }
  return found;
}
