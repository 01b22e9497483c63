import { findScreen, isDeviceScreen } from '../platform/screens.ts';
import { screenModules } from './screen-modules.ts';

function loadScreen(path: string): Promise<unknown> | undefined {
  const name = findScreen(path);
  if (name === undefined) return undefined;
  if (!isDeviceScreen(name)) return screenModules[name]();
  return Promise.all([screenModules.deviceFrame(), screenModules[name === 'profile' ? 'profile' : 'tabHost']()]);
}

const loadSignIn = () => Promise.all([import('../session/oidc.ts'), screenModules.login()]);

/**
 * Begins to fetch what the address will most likely show, while the router's own code still arrives.
 * A wrong guess costs one file: the router decides, and reports what it cannot load.
 */
export function fetchScreenEarly(pathname: string, isLikelySignedIn: boolean): void {
  const path = pathname.split('/').at(-1) ?? '';
  const loading = isLikelySignedIn || path.toLowerCase() === 'callback' ? loadScreen(path) : loadSignIn();
  loading?.catch(() => undefined);
}
