import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Download, type DownloadKind, listDownloads } from '@platen/contract/enrolment';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { hourMs } from '../../base/time.ts';
import { serve } from '../../kit/serve.ts';

/** Packages of `npm run package:collector` by the end of their name; other files are not offered. */
const kinds: Readonly<Record<DownloadKind, RegExp>> = {
  debAmd64: /_amd64\.deb$/,
  debArm64: /_arm64\.deb$/,
  windowsMsi: /\.msi$/,
  windowsZip: /-windows-x64\.zip$/,
  container: /-container\.tar\.gz$/,
};
const kindNames: readonly DownloadKind[] = ['debAmd64', 'debArm64', 'windowsMsi', 'windowsZip', 'container'];
const fileName = /^platen-collector[A-Za-z0-9._-]{0,120}$/;

/** Downloads at a time: who fetches them has no account. */
const mostAtOnce = 20;
/** Fastify's limit of a call counts until the last byte is sent. */
const longestMs = 12 * hourMs;

/**
 * `/downloads/NAME`: the packages of the collector in the folder of the settings, for machines of customers,
 * without signing in: they hold nothing secret. `GET /v1/collectors/downloads` lists them with their hashes.
 */
export function registerDownloads(app: FastifyInstance): void {
  const { settings } = app.platform;
  const folder = settings.downloadsDirectory;
  const hashes = new Map<string, { readonly stamp: string; readonly sha256: string }>();
  let running = 0;

  serve(app, listDownloads, async () => {
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    const found: Download[] = [];
    for (const kind of kindNames) {
      // The newest version, where several are there.
      const [name] = names.filter((one) => fileName.test(one) && kinds[kind].test(one)).sort(byVersionDown);
      if (folder === undefined || name === undefined) continue;
      const file = path.join(folder, name);
      const { size, mtimeMs, ino } = await stat(file);
      const stamp = `${size} ${mtimeMs} ${ino}`;
      const known = hashes.get(name);
      const sha256 = known?.stamp === stamp ? known.sha256 : await hashOf(file);
      hashes.set(name, { stamp, sha256 });
      found.push({ kind, name, bytes: size, sha256 });
    }
    return { downloads: found };
  });

  app.get<{ Params: { name: string } }>(
    '/downloads/:name',
    { handlerTimeout: longestMs },
    async ({ params: { name } }, reply) => {
      const isOffered = fileName.test(name) && Object.values(kinds).some((kind) => kind.test(name));
      const file = folder === undefined || !isOffered ? undefined : path.join(folder, name);
      const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
      if (file === undefined || found?.isFile() !== true) throw new Refusal(204001, 'there is no such package');
      if (running >= mostAtOnce) throw new Refusal(203002, 'too many downloads at once', { retryAfter: 30 });
      running += 1;
      reply.raw.once('close', () => {
        running -= 1;
      });
      return reply
        .type('application/octet-stream')
        .headers({ 'content-length': String(found.size), 'cache-control': 'no-cache' })
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(createReadStream(file));
    },
  );
}

const byVersionDown = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
