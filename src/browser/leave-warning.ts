function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // What browsers before 2023 look at.
  event.returnValue = true;
}

/** Asks before the page is left while uploads run. A listener that stays would keep the page out of the back-forward cache. */
export function warnBeforeLeaving(isBusy: boolean): void {
  if (isBusy) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}
