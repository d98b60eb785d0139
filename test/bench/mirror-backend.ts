import { startDemoBackend } from '../../src/demo/backend.ts';

const [folder = ''] = process.argv.slice(2);
const { url } = await startDemoBackend(folder);
process.on('disconnect', () => process.exit());
process.send?.(url);
