type Place = { port: number; folder: string; user: string };

/** The one account, as the form of an S3 key: `account:user`. */
export const SWIFT_KEY = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

const common = ({ port, folder, user }: Place): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${user}
swift_dir = ${folder}
workers = 0
log_level = WARNING
`;

/** A server of accounts, containers or objects (https://docs.openstack.org/swift/latest/deployment_guide.html). */
export const storageConf = ({ server, ...place }: Place & { server: string }): string => `${common(place)}
devices = ${place.folder}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0

[pipeline:main]
pipeline = ${server}-server

[app:${server}-server]
use = egg:swift#${server}
`;

/** The proxy with s3api; what it knows of accounts stands in its own file. */
export const proxyConf = ({ cachePort, ...place }: Place & { cachePort: number }): string => `${common(place)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:healthcheck]
use = egg:swift#healthcheck

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:copy]
use = egg:swift#copy

[filter:slo]
use = egg:swift#slo

[filter:s3api]
use = egg:swift#s3api
location = us-east-1

[filter:tempauth]
use = egg:swift#tempauth
user_${SWIFT_KEY.accessKeyId.replace(':', '_')} = ${SWIFT_KEY.secretAccessKey} .admin
`;
