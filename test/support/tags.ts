/** `npm test` skips `matrix`, which `npm run test:full` runs. `npm run test:unit` skips both. */
export const tags = [
  { name: 'matrix', description: 'another width, theme, language or engine' },
  { name: 'slow', description: 'takes seconds, for example to start processes' },
];
