import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Refusal } from '../base/refusal.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const satisfies readonly HTTPMethods[];

/** Unknown routes: 404 with 204001; if only the method is wrong, `allow` lists the right ones. */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const known = methods.filter((method) => served(app, method, path));
    if (path.startsWith('/v1/') && known.length > 0)
      throw new Refusal(204001, `${request.method} is not offered here`, { headers: { allow: known.join(', ') } });
    const { showPortal } = app.platform;
    if (showPortal && ['GET', 'HEAD'].includes(request.method) && wantsPage(request.headers.accept, path))
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

/** Paths that are never a screen, whatever the request accepts. */
const notScreens = /^\/(v\d+|identity|assets|docs|metrics|healthz|readyz)(\/|$)/i;

/** Screens of the portal have no dot in their last part; what has one is a file that is not there. */
const wantsPage = (accept: string | undefined, path: string): boolean =>
  !notScreens.test(path) && !/\.[^/]*$/.test(path) && takesHtml(accept);

/** Without the header anything is fine (RFC 9110 section 12.5.1); uptime monitors send none or a wildcard. */
const takesHtml = (accept = ''): boolean =>
  accept.trim() === '' || accept.split(',').some((range) => /^\s*(text\/html|text\/\*|\*\/\*)\s*(;|$)/i.test(range));
