/** Returns a function that calls `report` only if the value differs from the previous one. */
export function onChange<Value>(report: (value: Value) => void, first?: Value): (value: Value) => void {
  let last = first;
  return (value) => {
    if (value !== last) report(value);
    last = value;
  };
}
