import { spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/build/paths.ts';
import { type Environment, startDemoSite } from '../support/demo-site.ts';
import { install } from '../support/install.ts';
import { freePort } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const NGINX = '/usr/sbin/nginx';

/** Installs a Debian package unless the command exists. Throws on failure. */
export function need(command: string, debianPackage: string): void {
  const isThere = () => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${command}`]).status === 0;
  if (isThere() || (install([debianPackage]) && isThere())) return;
  throw new Error(`This test needs ${command}: install the package ${debianPackage}`);
}

type Nginx = { port: number; configFile: string };

/** Writes `src/deploy/nginx.conf` to a folder, adapted to machines on loopback and a new certificate. */
export async function configureNginx(folder: string, machinePorts: readonly number[]): Promise<Nginx> {
  need('nginx', 'nginx-light');
  const [plainPort, port] = [await freePort(), await freePort()];
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=www.example.com', '-days', '1', '-keyout', key, '-out', certificate];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject]);
  const deployed = await readFile(path.join(root, 'src/deploy/nginx.conf'), 'utf8');
  const servers = machinePorts.map((one) => `server 127.0.0.1:${one} max_fails=2 fail_timeout=5s;`);
  const site = deployed
    .replace('server 127.0.0.1:3000 max_fails=2 fail_timeout=5s;', servers.join('\n'))
    .replace('/etc/ssl/plinth/fullchain.pem', certificate)
    .replace('/etc/ssl/plinth/privkey.pem', key)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen [::]:80;', `listen [::1]:${plainPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen [::]:443 ssl', `listen [::1]:${port} ssl`)
    .replaceAll('/var/log/nginx/plinth.log', path.join(folder, 'access.log'))
    .replace('/var/cache/plinth', path.join(folder, 'cache'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const configFile = path.join(folder, 'nginx.conf');
  // By default, root's workers run as another user, who cannot read the folder of the test.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const whole = `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary}
${site}
}
`;
  await writeFile(configFile, whole);
  return { port, configFile };
}

export async function startNginx({ port, configFile }: Nginx): Promise<AsyncDisposable> {
  const child = spawn(NGINX, ['-c', configFile], { stdio: 'ignore' });
  const closed = new Promise((resolve) => child.once('close', resolve));
  await until('nginx has started', () =>
    fetch(`https://127.0.0.1:${port}/metrics`).then(
      () => true,
      (error) => error.cause?.code !== 'ECONNREFUSED',
    ),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Starts the built site with nginx in front of it. */
export async function startBehindNginx() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder('nginx')).path;
  const sitePort = await freePort();
  const nginx = await configureNginx(folder, [sitePort]);
  const environment = { SITE_URL: `https://127.0.0.1:${nginx.port}`, TRUST_PROXY: '1' };
  const front = {
    folder,
    port: nginx.port,
    site: await startDemoSite({ port: sitePort, environment }),
    /** Restarts the site with changed settings. */
    async restart(changed: Environment): Promise<void> {
      await front.site.stop();
      const whole = { ...environment, ...changed };
      front.site = await startDemoSite({ port: sitePort, environment: whole, readyAt: '/healthz' });
    },
  };
  stack.defer(() => front.site.stop());
  stack.use(await startNginx(nginx));
  const owned = stack.move();
  return {
    ...front,
    get site() {
      return front.site;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
