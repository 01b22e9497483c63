import type { FastifyInstance } from 'fastify';
import { type Settings, toAuthority } from '../settings/settings.ts';

/** Lets configured origins, and no others, call the API and read the headers of its lists (OQ-34). */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin) || !request.url.startsWith('/v1/')) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'has-more, total-count, etag, retry-after, x-request-id');
    reply.header('vary', 'origin');
    if (request.method !== 'OPTIONS') return;
    reply.header('access-control-allow-methods', 'GET, POST, PUT');
    reply.header('access-control-allow-headers', 'authorization, content-type, accept-language, if-none-match');
    reply.header('access-control-max-age', '3600');
    await reply.status(204).send();
  });
}

/**
 * Headers of every answer. The policy allows own scripts and styles only: no inline code, no other hosts but
 * the sign-in authority for calls. Strict-Transport-Security only where the public address is https.
 */
export function toSecurityHeaders(settings: Settings): Readonly<Record<string, string>> {
  const connect = new Set(["'self'", new URL(toAuthority(settings)).origin]);
  if (settings.apiBase !== undefined) connect.add(new URL(settings.apiBase).origin);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${[...connect].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(settings.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
