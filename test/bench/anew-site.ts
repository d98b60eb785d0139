import { startInProcess } from './in-process.ts';

const { base, dataDir, services } = await startInProcess(process.env);
await services.readiness.start();
process.send?.({ base, dataDir });
process.on('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
