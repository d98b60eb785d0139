import { runScript } from '../support/run-script.ts';

process.exitCode = runScript('stress', {
  attack: ['test/stress/attack/attack.ts'],
  crash: ['test/stress/crash/crash.ts'],
  deliveries: ['test/stress/deliveries/deliveries.ts'],
  deploy: ['test/deploy/rolling.ts'],
  load: ['test/stress/load/load.ts'],
  machines: ['test/stress/machines/run.ts'],
});
