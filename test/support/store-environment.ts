import type { StoreLocation } from '../../src/applications/store/index.ts';

/** Returns the settings of a site with this store. */
export const environmentOf = ({ dataDir, ...servers }: StoreLocation): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...serversOf(servers),
});

/** Returns the settings of the shared database and S3 store. */
export const serversOf = ({ databaseUrl, s3 }: Omit<StoreLocation, 'dataDir'>): Record<string, string> => ({
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  ...(s3 && {
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_PREFIX: s3.prefix,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }),
});
