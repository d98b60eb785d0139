/** Of further cases that show again what another test shows: `npm test` leaves out the first, CI the second too. */
export const tags = [
  { name: 'matrix', description: 'one more case of what another test shows' },
  { name: 'remainder', description: 'a case of the matrix that CI has no time for' },
];
