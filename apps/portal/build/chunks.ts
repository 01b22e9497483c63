import type { Rolldown } from 'vite';

/** Libraries that every screen needs and that change seldom. */
const everywhere =
  /\/node_modules\/(?:react|react-dom|scheduler|use-intl|use-sync-external-store|@formatjs\/fast-memoize|@tanstack\/(?:react-router|router-core|history|react-store|store|react-query|query-core))\//;

/**
 * The charts and what they draw with: one chunk, asked for by the screens that have a chart and by no other.
 */
const charts = /\/apps\/portal\/src\/charts\/|\/node_modules\/(?:@visx|d3-[a-z-]+|internmap|classnames)\//;

/** Own modules that a module reaches without a dynamic import. */
function reach(context: Rolldown.ChunkingContext, id: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(id) || id.includes('/node_modules/') || id.startsWith('\0')) return found;
  found.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) reach(context, next, found);
  return found;
}

/**
 * Two chunks for the start instead of some fifteen: libraries, and the portal's own frame. The entry stays
 * free of both, so that it runs while they arrive. Screens, popups, the sign-in client and the schemas of the
 * calls stay in chunks of their own, as do the charts.
 */
export function createChunkGroups(entryModule: string, startModule: string): Rolldown.CodeSplittingGroup[] {
  let frame: ReadonlySet<string> | undefined;
  const findFrame = (context: Rolldown.ChunkingContext) => {
    const entry = reach(context, entryModule);
    return new Set([...reach(context, startModule)].filter((id) => id !== startModule && !entry.has(id)));
  };
  return [
    { name: 'vendor', debugName: 'vendor', test: everywhere },
    { name: 'charts', debugName: 'charts', test: charts, includeDependenciesRecursively: false },
    {
      debugName: 'frame',
      name: (id, context) => {
        frame ??= findFrame(context);
        return frame.has(id) ? 'frame' : null;
      },
      // The error codes' module names the schema library, whose code the start does not use.
      includeDependenciesRecursively: false,
    },
  ];
}
