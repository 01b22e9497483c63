import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { parseAddress } from '@platen/contract/web-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toPage, version } from '../base/page.ts';
import { choosePacking, matchesTag } from '../kit/send.ts';
import { type Settings, toAuthority } from '../settings/settings.ts';
import { stages } from '../settings/table.ts';

const thisMachine = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Where a browser that came by another name of this machine (127.0.0.1 for localhost) must go: sign-in
 * returns to the public address only, and tokens are kept by origin. Undefined: it is right where it is, or
 * came through a name we know nothing of, such as a proxy's.
 */
export function toCanonicalAddress(
  { publicUrl }: Settings,
  host: string | undefined,
  path: string,
): string | undefined {
  if (host === undefined || parseAddress(`http://${host}`) === undefined) return undefined;
  const wanted = new URL(publicUrl);
  const asked = new URL(`${wanted.protocol}//${host}`);
  const aliases = thisMachine.test(wanted.hostname) && thisMachine.test(asked.hostname);
  if (!aliases || asked.port !== wanted.port || asked.hostname === wanted.hostname) return undefined;
  // The path may begin with two slashes, which must not name another host.
  return `${wanted.origin}/${path.replace(/^\/+/, '')}`;
}

const builtPortal = fileURLToPath(new URL('../../../portal/dist', import.meta.url));
const placeholder = '<!--platen-config-->';

/**
 * What the portal must know at run time; stands in the page as JSON, where a strict policy lets it be read.
 */
export function toPortalConfig(settings: Settings): Record<string, unknown> {
  return {
    stage: settings.stage,
    brands: stages[settings.stage],
    apiBase: settings.apiBase ?? '',
    authority: toAuthority(settings),
    clientId: settings.clientId,
    scope: settings.scope,
    logoutHint: settings.logoutHint,
    version,
  };
}

/** JSON that cannot end the script element it stands in. */
export const toScriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Serves the built portal: its files, packed beforehand, and its page for every screen's address. */
export async function registerPortal(app: FastifyInstance): Promise<void> {
  const { settings } = app.platform;
  const directory = path.resolve(settings.portalDirectory ?? builtPortal);
  const readPage = createPageReader(path.join(directory, 'index.html'), settings);

  const showPortal = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const elsewhere = toCanonicalAddress(settings, request.headers.host, request.url);
    if (elsewhere !== undefined) return reply.header('cache-control', 'no-store').redirect(elsewhere, 307);
    const page = await readPage();
    reply.type('text/html; charset=utf-8');
    if (!page) return reply.status(503).header('cache-control', 'no-store').send(notBuilt);
    reply.headers({ etag: page.tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (matchesTag(request.headers['if-none-match'], page.tag)) return reply.status(304).send();
    const packing = choosePacking(request.headers['accept-encoding']);
    if (packing !== undefined) reply.header('content-encoding', packing);
    return reply.send(packing === undefined ? page.plain : page[packing]);
  };
  app.platform.showPortal = showPortal;
  app.get('/', showPortal);
  app.get('/index.html', showPortal);
  // For a page that did not come from here, such as the one of the portal's development server.
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(toPortalConfig(settings)),
  );

  if ((await readModified(directory)) === undefined) return;
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    decorateReply: false,
    dotfiles: 'ignore',
    setHeaders: (response, file) => {
      // The build puts a hash of the content into the names below assets/: they never change.
      const hashed = file.startsWith(path.join(directory, 'assets') + path.sep);
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

interface Packed {
  tag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Reads and packs the page once; again when the build has changed it. */
function createPageReader(file: string, settings: Settings): () => Promise<Packed | undefined> {
  const config = `<script type="application/json" id="platen-config">${toScriptJson(toPortalConfig(settings))}</script>`;
  let known: { modified: number; page: Promise<Packed> } | undefined;
  const read = async (): Promise<Packed> => {
    const html = (await readFile(file, 'utf8')).replace(placeholder, () => config);
    const plain = Buffer.from(html, 'utf8');
    const tag = `W/"${hash('sha1', html, 'base64url')}"`;
    return { tag, plain, br: await promisify(brotliCompress)(plain), gzip: await promisify(gzip)(plain, { level: 9 }) };
  };
  return async () => {
    const modified = await readModified(file);
    if (modified === undefined) return undefined;
    if (known?.modified !== modified) known = { modified, page: read() };
    return known.page;
  };
}

async function readModified(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined;
  }
}

const notBuilt = toPage({
  lang: 'en-US',
  brand: 'platen',
  heading: 'Portal',
  main: '<div class="sign-in"><h2>The portal is not built</h2><p>The API runs. Run <code>npm run build</code>, then reload this page.</p></div>',
});
