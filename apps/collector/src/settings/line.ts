import { readFileSync } from 'node:fs';
import { parseAddress } from '@platen/contract/web-address';
import { SettingsError, toErrorMessage } from '../platform/errors.ts';
import type { Line } from '../platform/http.ts';

/** Where the way to the server is set; the first that names a part of it decides on it. */
interface LineSource {
  readonly proxy?: string | undefined;
  readonly noProxy?: string | undefined;
  readonly caFile?: string | undefined;
  /** The certificates themselves, as an enrolment keeps them. */
  readonly authorities?: string | undefined;
}

const notEmpty = (text: string | undefined) => (text === '' ? undefined : text);

/** `HTTPS_PROXY`, `NO_PROXY` in either case, and `PLATEN_COLLECTOR_CA`. */
export const toEnvironmentLine = (env: NodeJS.ProcessEnv): LineSource => ({
  proxy: notEmpty(env.HTTPS_PROXY) ?? notEmpty(env.https_proxy),
  noProxy: notEmpty(env.NO_PROXY) ?? notEmpty(env.no_proxy),
  caFile: notEmpty(env.PLATEN_COLLECTOR_CA),
});

/** How the server is reached. Throws `SettingsError`; no message has the proxy's password. */
export function toLine(...sources: readonly LineSource[]): Line {
  const first = <Name extends keyof LineSource>(name: Name) => sources.find((one) => one[name] !== undefined)?.[name];
  const proxy = notEmpty(first('proxy'));
  const withTrust = sources.find(({ caFile, authorities }) => (caFile ?? authorities) !== undefined);
  return {
    ...(proxy !== undefined && { proxy: toProxy(proxy) }),
    noProxy: first('noProxy'),
    authorities: withTrust?.caFile === undefined ? withTrust?.authorities : readAuthorities(withTrust.caFile),
  };
}

function toProxy(text: string): URL {
  const url = parseAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new SettingsError(
      'proxy: expected a URL like http://proxy.example:3128 or http://user:password@proxy.example:3128',
    );
  return url;
}

function readAuthorities(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`certificates ${file}: ${toErrorMessage(error)}`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new SettingsError(`certificates ${file}: no certificate in PEM form (-----BEGIN CERTIFICATE-----)`);
  return text;
}
