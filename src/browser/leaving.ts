function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // What browsers before 2023 look at.
  event.returnValue = true;
}

/** Asks before the page is left, while there is something to lose. A listener that stayed would keep the page out of the back-forward cache. */
export function guardLeaving(isBusy: boolean): void {
  if (isBusy) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}
