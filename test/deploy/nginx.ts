import { spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { root } from '../../src/build/paths.ts';
import { type Environment, startDemoSite } from '../support/demo-site.ts';
import { install } from '../support/install.ts';
import { freePort } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const NGINX = '/usr/sbin/nginx';

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends a request over TLS. */
export const send = (
  port: number,
  target: string,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const whole = { host: '127.0.0.1', port, path: target, rejectUnauthorized: false, ...options };
    request(whole, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    })
      .once('error', reject)
      .end(body);
  });

/** Installs a Debian package unless the command exists. Throws on failure. */
export function need(command: string, debianPackage: string): void {
  const isThere = () => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${command}`]).status === 0;
  if (isThere() || (install([debianPackage]) && isThere())) return;
  throw new Error(`This test needs ${command}: install the package ${debianPackage}`);
}

/** `plainPort` is the one without TLS. */
type Nginx = { port: number; plainPort: number; configFile: string };

type Edit = (config: string) => string;

/** Writes `src/deploy/nginx.conf` to a folder, adapted to machines on loopback and a new certificate, and edited by `edit`. */
export async function configureNginx(
  folder: string,
  machinePorts: readonly number[],
  edit: Edit = String,
): Promise<Nginx> {
  need('nginx', 'nginx-light');
  const [plainPort, port] = [await freePort(), await freePort()];
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=www.example.com', '-days', '1', '-keyout', key, '-out', certificate];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject]);
  const deployed = await readFile(path.join(root, 'src/deploy/nginx.conf'), 'utf8');
  const servers = machinePorts.map((one) => `server 127.0.0.1:${one} max_fails=2 fail_timeout=5s;`);
  const site = edit(deployed)
    .replace('server 127.0.0.1:3000 max_fails=2 fail_timeout=5s;', servers.join('\n'))
    .replaceAll('/etc/ssl/plinth/fullchain.pem', certificate)
    .replaceAll('/etc/ssl/plinth/privkey.pem', key)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen [::]:80;', `listen [::1]:${plainPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('listen [::]:443 ssl', `listen [::1]:${port} ssl`)
    .replaceAll('/var/log/nginx/plinth', folder)
    .replaceAll('/var/cache/plinth', path.join(folder, 'cache'))
    .replaceAll('/var/www/acme', path.join(folder, 'acme'));
  const configFile = await writeConfig(folder, 'nginx', site);
  return { port, plainPort, configFile };
}

/** Writes a complete configuration with these directives in its http block. */
export async function writeConfig(folder: string, name: string, directives: string): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${name}-${kind};`)
    .join('\n');
  // By default, root's workers run as another user, who cannot read the folder of the test.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const whole = `${user} daemon off; pid ${folder}/${name}.pid; error_log ${folder}/${name}-error.log;
events {}
http { access_log off; ${temporary}
${directives}
}
`;
  const configFile = path.join(folder, `${name}.conf`);
  await writeFile(configFile, whole);
  return configFile;
}

/** `port` may be one with or without TLS. */
export async function startNginx({ port, configFile }: Omit<Nginx, 'plainPort'>): Promise<AsyncDisposable> {
  const { status, stderr } = spawnSync(NGINX, ['-t', '-q', '-c', configFile], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
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

/** Starts the built site with nginx in front of it, whose configuration `edit` changes. */
export async function startBehindNginx({ settings, edit }: { settings?: Environment; edit?: Edit } = {}) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder('nginx')).path;
  const sitePort = await freePort();
  const nginx = await configureNginx(folder, [sitePort], edit);
  const environment = { SITE_URL: `https://127.0.0.1:${nginx.port}`, TRUST_PROXY: '1', ...settings };
  const front = {
    folder,
    port: nginx.port,
    plainPort: nginx.plainPort,
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
