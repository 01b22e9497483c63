import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refusal } from './refusal.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const satisfies readonly HTTPMethods[];

/** Addresses nobody serves: 404 with 204001; where only the method is wrong, `allow` says which are right. */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const known = methods.filter((method) => served(app, method, path));
    if (path.startsWith('/v1/') && known.length > 0)
      throw new Refusal(204001, `${request.method} is not offered here`, { headers: { allow: known.join(', ') } });
    const { showPortal } = app.platform;
    if (showPortal && request.method === 'GET' && wantsPage(request.headers.accept, path))
      return showPortal(request, reply);
    throw new Refusal(204001, 'nothing is served at this address');
  });
}

/** Whether a route with parameters matches the path. */
function served(app: FastifyInstance, method: string, path: string): boolean {
  return app.platform.endpoints.some(
    (endpoint) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** Screens of the portal have no dot in their last part; what has one is a file that is not there. */
function wantsPage(accept: string | undefined, path: string): boolean {
  if (/^\/(v1|identity|assets)(\/|$)/i.test(path)) return false;
  return (accept ?? '').includes('text/html') && !/\.[^/]*$/.test(path);
}
