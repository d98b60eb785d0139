import path from 'node:path';
import { environmentWith } from '../config/environment.ts';
import { run } from './doctor/run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const installation = { environment: environmentWith({}, {}), root };
process.exitCode = await run(process.argv.slice(2), installation, process.stdout, process.stderr);
