import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { loadResource } from '../platform/lazy-resource.ts';

type Screens<Name extends string> = Readonly<Record<Name, () => React.ReactNode>>;

/** A screen in its own chunk, given up after 120 s (CN-19). */
export function lazyScreen<Name extends string>(load: () => Promise<Screens<Name>>, name: Name): RouteComponent {
  return lazyRouteComponent(() => loadResource(load), name);
}
