import { detailTabs, secondScreens } from '../platform/screens.ts';

const frame = () => import('./device-frame.tsx');
const detail = () => Promise.all([frame(), import('./detail-host.tsx')]);
const screens: Readonly<Record<string, () => Promise<unknown>>> = {
  devicelist: () => import('../features/device-list/screen.tsx'),
  profile: () => Promise.all([frame(), import('../features/profile/profile-screen.tsx')]),
  termsofuse: () => import('../features/terms/screen.tsx'),
  reporting: () => import('../features/collectors/screen.tsx'),
  callback: () => import('../features/callback/screen.tsx'),
  ...Object.fromEntries(Object.keys(detailTabs).map((name) => [name.toLowerCase(), detail])),
  ...Object.fromEntries(Object.keys(secondScreens).map((name) => [name, detail])),
};
const signIn = () => Promise.all([import('../session/oidc.ts'), import('../features/login/screen.tsx')]);

/**
 * Begins to fetch what the address will most likely show, while the router's own code still arrives.
 * A wrong guess costs a file and nothing else: the router decides, and reports what it cannot load.
 */
export function fetchScreenEarly(pathname: string, isLikelySignedIn: boolean): void {
  const name = pathname.split('/').at(-1)?.toLowerCase() ?? '';
  const load = isLikelySignedIn || name === 'callback' ? screens[name] : signIn;
  load?.().catch(() => undefined);
}
