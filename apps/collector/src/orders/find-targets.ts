import type { KnownDevice } from '../known/state.ts';
import type { ReadSettings, Site } from '../settings/settings.ts';
import {
  isAmong,
  listTargets,
  type Target,
  TargetError,
  type TargetSpan,
  toTargetName,
  toTargetSpans,
} from '../settings/targets.ts';

export interface SiteTarget {
  readonly target: Target;
  readonly site: Site;
}

/**
 * The addresses of an order with the site that each belongs to. A collector asks only what its settings
 * let it ask anyway: an address of its targets, or of a printer that announced itself where it looks for
 * these, and none that is excluded. Else the reason.
 */
export function findTargets(
  addresses: readonly string[],
  { sites }: ReadSettings,
  known: readonly KnownDevice[],
): readonly SiteTarget[] | { readonly reason: string } {
  const found: SiteTarget[] = [];
  for (const text of addresses) {
    const target = toOne(text);
    if (target === undefined) return { reason: `'${text}' is not one address` };
    const announced = known.find(({ address, found: how }) => how === 'announced' && address === toTargetName(target));
    const site = sites.find(
      ({ name, spans, exclude, mdns }) =>
        !isAmong(exclude, target) &&
        (spans.some((span) => isOf(span, target)) || (mdns !== undefined && announced?.site === name)),
    );
    if (site === undefined)
      return { reason: `${text} is none of the addresses that this collector searches or reads; it asks no other` };
    found.push({ target, site });
  }
  return found;
}

/** Unlike an exclusion, a target without a port is port 161 alone. */
const isOf = (span: TargetSpan, target: Target): boolean =>
  isAmong([span], target) && target.port >= span.firstPort && target.port <= span.lastPort;

function toOne(text: string): Target | undefined {
  try {
    const [target, ...more] = [...listTargets(toTargetSpans(text), [])].slice(0, 2);
    return more.length > 0 ? undefined : target && { host: target.host, port: target.port };
  } catch (error) {
    if (error instanceof TargetError) return undefined;
    throw error;
  }
}
