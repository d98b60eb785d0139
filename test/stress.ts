import { runScript } from './support/run-script.ts';

process.exitCode = runScript('stress', {
  attack: ['test/attack/attack.ts'],
  clamd: ['test/clamd/clamd.ts'],
  crash: ['test/crash/crash.ts'],
  deliveries: ['test/deliveries/deliveries.ts'],
  deploy: ['test/deploy/rolling.ts'],
  engines: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/engines/vitest.config.ts'],
  faults: ['test/faults/faults.ts'],
  files: ['test/files/files.ts'],
  load: ['test/load/load.ts'],
  machines: ['test/machines/run.ts'],
  signals: ['test/signals/signals.ts'],
  slow: ['test/slow/slow.ts'],
  soak: ['test/soak/soak.ts'],
  swift: ['test/machines/swift.ts'],
});
