import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { BUCKET, REAL_STORE, type RealStore } from '../support/fake-s3.ts';
import { swiftChecks } from './swift-checks.ts';
import { SWIFT_KEY } from './swift-conf.ts';
import { hasSwift, startSwift } from './swift-servers.ts';

/** The tests that run over the fake store in `npm test`: here they meet a store that looks at signatures, hashes and lengths. */
const TESTS = [
  'src/files/file-store.test.ts',
  'src/files',
  'src/store/store-over-s3.test.ts',
  'src/cli/applications/run-command.test.ts',
  'test/http/form/s3-store.test.ts',
];
const root = path.resolve(import.meta.dirname, '../..');

if (!hasSwift()) {
  console.error(
    'This test needs OpenStack Swift, and it could not be installed: please install swift-proxy,',
  );
  console.error('swift-account, swift-container, swift-object and memcached.');
  process.exit(1);
}

/** The tests over the store; gives their exit status. */
async function runTests(store: RealStore): Promise<number> {
  // One bucket for all: a file at a time.
  const child = spawn('vitest', ['run', '--no-file-parallelism', '--tagsFilter=!matrix', ...TESTS], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [REAL_STORE]: JSON.stringify(store) },
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}

const swift = await startSwift();
try {
  const store: RealStore = { endpoint: swift.endpoint, ...SWIFT_KEY };
  const settings = { ...store, bucket: BUCKET, region: 'us-east-1', prefix: '', pathStyle: true };
  const { endpoint, region, bucket } = settings;
  const client = new S3Client({ endpoint, region, credentials: SWIFT_KEY, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  process.exitCode = await runTests(store);
  for await (const { what, seen, expected } of swiftChecks(settings)) {
    const isSo = JSON.stringify(seen) === JSON.stringify(expected);
    if (!isSo) process.exitCode = 1;
    console.log(`${isSo ? 'ok   ' : 'FAULT'} ${what}: ${JSON.stringify(seen)}`);
  }
} finally {
  await swift.stop();
}
