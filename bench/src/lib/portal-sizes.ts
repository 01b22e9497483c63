import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface PortalSizes {
  /** Bytes gzip of the scripts that index.html names, and of all they import statically. */
  initialScripts: number;
  /** Bytes gzip of the style sheets that index.html names. */
  initialStyles: number;
  /**
   * Every script loaded later, largest first: what a route or popup brings, without what is already there.
   */
  laterScripts: { name: string; bytes: number }[];
}

const staticImport = /(?:^|[;}\s])(?:import|export)(?:[^'"`();]*?from)?\s*["'](\.[^"']+\.js)["']/g;

/** Reads a built portal's sizes off its pre-compressed files. */
export function readPortalSizes(dist: string): PortalSizes {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const assets = join(dist, 'assets');
  const named = (form: RegExp) => [...html.matchAll(form)].map(([, path = '']) => basename(path));
  const scripts = closure(assets, named(/(?:src|href)="[^"]*\/([^"/]+\.js)"/g));
  const styles = named(/href="[^"]*\/([^"/]+\.css)"/g);
  const later = readdirSync(assets).filter((name) => name.endsWith('.js') && !scripts.has(name));
  return {
    initialScripts: sum([...scripts].map((name) => gzipSize(assets, name))),
    initialStyles: sum(styles.map((name) => gzipSize(assets, name))),
    laterScripts: later.map((name) => ({ name, bytes: gzipSize(assets, name) })).sort((a, b) => b.bytes - a.bytes),
  };
}

function closure(assets: string, start: string[]): Set<string> {
  const seen = new Set<string>();
  const waiting = [...start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const [, path = ''] of readFileSync(join(assets, name), 'utf8').matchAll(staticImport))
      waiting.push(basename(path));
  }
  return seen;
}

const gzipSize = (folder: string, name: string) => statSync(join(folder, `${name}.gz`)).size;
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
