/** Removes the tab stops and labels of scrolling boxes while their tables fit. */
export function watchTables(): void {
  for (const box of document.querySelectorAll('.table-scroll[tabindex]')) {
    const attributes = [...box.attributes].filter(({ name }) => name !== 'class');
    new ResizeObserver(() => {
      for (const { name, value } of attributes)
        if (box.scrollWidth > box.clientWidth) box.setAttribute(name, value);
        else box.removeAttribute(name);
    }).observe(box);
  }
}
