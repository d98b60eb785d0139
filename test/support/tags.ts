/** `npm test` leaves out tests with this tag, `npm run test:full` runs them. */
export const tags = [{ name: 'matrix', description: 'another width, theme, language or engine' }];
