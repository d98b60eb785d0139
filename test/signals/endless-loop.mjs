// Loaded into the processes of a site that a test has started: the signal makes one of them hang.
process.on('SIGUSR2', () => {
  for (;;);
});
