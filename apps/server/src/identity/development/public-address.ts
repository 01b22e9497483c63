import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings/settings.ts';

/**
 * Origins whose pages may ask the provider for tokens: the portal's own and those of `PLATEN_CORS_ORIGINS`.
 */
export const toAllowedOrigins = ({ publicUrl, corsOrigins }: Settings): ReadonlySet<string> =>
  new Set([publicUrl, ...corsOrigins]);

/**
 * The provider takes its own address, and whether cookies are for https only, from the request. Every request
 * is made to look as if it came by the public address, so that no Host header gets into the discovery
 * document. Preflights of other origins are refused here: the provider would allow them all and refuse the
 * call itself.
 */
export function usePublicAddress(scope: FastifyInstance, settings: Settings): void {
  const { host, protocol } = new URL(settings.publicUrl);
  const allowed = toAllowedOrigins(settings);
  scope.addHook('onRequest', async (request, reply) => {
    const { headers } = request.raw;
    headers.host = host;
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = protocol.replace(':', '');
    if (request.method === 'OPTIONS' && !allowed.has(headers.origin ?? '')) await reply.status(403).send();
  });
}
