import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

function collect(bundle: Rolldown.OutputBundle, fileName: string, found: Set<Rolldown.OutputChunk>): void {
  const chunk = bundle[fileName];
  if (chunk?.type !== 'chunk' || found.has(chunk)) return;
  found.add(chunk);
  for (const next of chunk.imports) collect(bundle, next, found);
}

/**
 * Names the portal's code and its styles in the page, so that they are fetched in parallel to the entry, not
 * after it.
 */
export function preloadStart(startModule: string): Plugin {
  return {
    name: 'platen-preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return [];
        const start = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.moduleIds.includes(startModule),
        );
        if (start === undefined) throw new Error(`no chunk holds ${startModule}`);
        const chunks = new Set<Rolldown.OutputChunk>();
        collect(bundle, start.fileName, chunks);
        const styles = new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        const tags: HtmlTagDescriptor[] = [
          ...[...chunks].map(({ fileName }) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          })),
          ...[...styles].map((fileName) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'stylesheet', crossorigin: true, href: `/${fileName}` },
          })),
        ];
        return tags.filter(({ attrs }) => !html.includes(`href="${String(attrs?.['href'])}"`));
      },
    },
  };
}
