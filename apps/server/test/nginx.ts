import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestCertificate } from '../../../packages/contract/test/certificate.ts';

/** Of Debian; undefined: not installed. */
export const nginxProgram = ['/usr/sbin/nginx'].find((file) => existsSync(file));

const shipped = new URL('../../../deploy/nginx.conf', import.meta.url);

interface Nginx {
  /** Authority of its certificate, PEM. */
  readonly ca: string;
  stop(): Promise<void>;
}

interface NginxPorts {
  readonly http: number;
  readonly https: number;
  /** Of the three servers on this machine. */
  readonly servers: readonly number[];
}

/** Starts nginx with the file of `deploy/`: only addresses, ports and folders are those of the test. */
export async function startNginx(program: string, ports: NginxPorts): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-nginx-'));
  // Started by root, nginx works as another user.
  chmodSync(folder, 0o755);
  const { key, cert } = createTestCertificate('127.0.0.1');
  mkdirSync(path.join(folder, 'tls'));
  writeFileSync(path.join(folder, 'tls/fullchain.pem'), cert);
  writeFileSync(path.join(folder, 'tls/privkey.pem'), key, { mode: 0o600 });
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, toTestConfiguration(readFileSync(shipped, 'utf8'), folder, ports));
  const child = spawn(program, ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  await waitForPort(ports.https, child, () => output);
  return {
    ca: cert,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toTestConfiguration(text: string, folder: string, { http, https, servers }: NginxPorts): string {
  const changes: [string, string][] = [
    ['listen 8080;', `listen 127.0.0.1:${http};`],
    ['listen 8443 ', `listen 127.0.0.1:${https} `],
    ['/etc/nginx/tls/', `${folder}/tls/`],
    ['/tmp/nginx', `${folder}/nginx`],
    ...servers.map((port, index): [string, string] => [`172.30.84.1${index + 1}:8400`, `127.0.0.1:${port}`]),
  ];
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no '${from}'`);
    text = text.replaceAll(from, to);
  }
  return text;
}

async function waitForPort(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${output()}`);
    const probe = createConnection({ port, host: '127.0.0.1' });
    const isOpen = await once(probe, 'connect').then(
      () => true,
      () => false,
    );
    probe.destroy();
    if (isOpen) return;
    await wait(50);
  }
}
