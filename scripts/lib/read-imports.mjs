import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** What a TypeScript file imports, exports from elsewhere or loads later, as written; types included. */
export function readImports(file) {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    // A dynamic import carries the position of its argument, not its value.
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^['"`](.+)['"`]$/.exec(source.slice(start, end))?.[1] ?? [],
    ),
  ];
}
