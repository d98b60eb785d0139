/** Calls `tell` with a value only where it is not the one before: what goes on for hours is told once. */
export function onChange<Value>(tell: (value: Value) => void, first?: Value): (value: Value) => void {
  let last = first;
  return (value) => {
    if (value !== last) tell(value);
    last = value;
  };
}
