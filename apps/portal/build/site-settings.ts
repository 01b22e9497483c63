import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { isRecord } from '../src/platform/is-record.ts';
import { stages } from '../src/brand/brands.ts';

/** Settings that a build may fix (AU-02, CN-09, OQ-124), by their environment variables. */
const variables = {
  stage: 'PLATEN_STAGE',
  apiBase: 'PLATEN_API_BASE',
  authority: 'PLATEN_AUTHORITY',
  clientId: 'PLATEN_CLIENT_ID',
  scope: 'PLATEN_SCOPE',
  logoutHint: 'PLATEN_LOGOUT_HINT',
} as const;

function readVersion(): string {
  const own: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (!isRecord(own) || typeof own['version'] !== 'string')
    throw new Error('package.json of the portal has no version');
  return own['version'];
}

/** An unknown stage fails the build (OQ-05). The version is the portal's own (OQ-07). */
export function readBuildSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(variables).flatMap(([name, variable]) => {
    const value = environment[variable];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const settings: Record<string, string> = { stage: 'eu', ...Object.fromEntries(set) };
  const stage = settings['stage'] ?? '';
  if (!Object.hasOwn(stages, stage)) {
    throw new Error(`PLATEN_STAGE '${stage}' is not known; known stages: ${Object.keys(stages).join(', ')}`);
  }
  return { ...settings, version: readVersion() };
}

/** Writes the settings of the build into the page, as data and not as a script. */
export function siteSettings(): Plugin {
  return {
    name: 'platen-site-settings',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'platen-build' },
        children: JSON.stringify(readBuildSettings(process.env)).replaceAll('<', '\\u003c'),
        injectTo: 'head',
      },
    ],
  };
}
