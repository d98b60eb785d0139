import type { S3Settings } from '../store-settings.ts';

/**
 * The address of the bucket or of a key in it: the bucket in the path with an endpoint, in the host without
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html). A bucket with dots fits no certificate as a host.
 */
export function addressOf({ bucket, region, endpoint }: S3Settings, key = ''): URL {
  if (endpoint !== undefined) return new URL(`${endpoint}/${bucket}/${key}`);
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return new URL(
    bucket.includes('.') ? `https://${host}/${bucket}/${key}` : `https://${bucket}.${host}/${key}`,
  );
}
