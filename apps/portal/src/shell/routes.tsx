import { createRootRoute, createRoute, redirect, type StaticDataRouteOption } from '@tanstack/react-router';
import type { Brand } from '../brand/brands.ts';
import { noteReturnLink } from '../session/return-target.ts';
import { isSignedIn } from '../session/stored-session.ts';
import { pick } from '../platform/address-search.ts';
import { logError } from '../platform/log.ts';
import { deviceSearch, toDeviceLink } from '../platform/device-link.ts';
import { lazyScreen } from './lazy-screen.tsx';
import { RootLayout } from './root-layout.tsx';
import {
  type DetailTab,
  detailTabs,
  type Screen,
  type ScreenKind,
  type SecondScreenName,
  secondScreens,
  type TitleKey,
} from '../platform/screens.ts';
import { selectDeviceOfAddress } from '../platform/selected-device.ts';

const Login = lazyScreen(() => import('../features/login/screen.tsx'), 'LoginScreen');
const Callback = lazyScreen(() => import('../features/callback/screen.tsx'), 'CallbackScreen');
const Terms = lazyScreen(() => import('../features/terms/screen.tsx'), 'TermsScreen');
const DeviceList = lazyScreen(() => import('../features/device-list/screen.tsx'), 'DeviceListScreen');
const DeviceFrame = lazyScreen(() => import('./device-frame.tsx'), 'DeviceFrame');
const Profile = lazyScreen(() => import('../features/profile/profile-screen.tsx'), 'ProfileScreen');
const Detail = lazyScreen(() => import('./detail-host.tsx'), 'DetailHost');
const Reporting = lazyScreen(() => import('../features/collectors/screen.tsx'), 'ReportingScreen');
const NotFound = lazyScreen(() => import('../features/not-found/screen.tsx'), 'NotFoundScreen');

/** The code of the device screens is not part of the start. */
const prefetchLater =
  (name: DetailTab | SecondScreenName): Required<StaticDataRouteOption>['prefetch'] =>
  (client, deviceId) => {
    import('./detail-parts.ts')
      .then(({ prefetchPart }) => prefetchPart(name, client, deviceId))
      .catch((thrown: unknown) => logError('a screen could not be prefetched', thrown));
  };

const listSearch = ['searchkey', 'search', 'group', 'sort', 'order'] as const;

/**
 * Every route, declared once for both brands (RT-23): the brand's prefix is taken off before matching.
 * `name` is the router's internal name, with the brand's suffix (BR-07).
 */
export function createRoutes(brand: Brand) {
  const screen = (path: string, title: TitleKey, kind: ScreenKind): { screen: Screen } => ({
    screen: { name: `${path}${brand.routeNameSuffix}`, title, kind },
  });

  const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFound });

  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/login', replace: true });
    },
  });
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    staticData: screen('login', 'login', 'login'),
    validateSearch: (search: Record<string, unknown>) => pick(search, ['searchkey']),
    component: Login,
  });
  const callback = createRoute({
    getParentRoute: () => root,
    path: '/callback',
    staticData: screen('callback', 'login', 'callback'),
    component: Callback,
  });

  /** Anonymous users reach login, callback and not-found only (AU-40); all else starts the sign-in (AU-04). */
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: ({ search, location, preload }) => {
      if (isSignedIn()) return;
      if (!preload) noteReturnLink(toDeviceLink(location.pathname, search));
      throw redirect({ to: '/login', search: pick(search, ['searchkey']), replace: true });
    },
  });
  const terms = createRoute({
    getParentRoute: () => signedIn,
    path: '/termsofuse',
    staticData: screen('termsofuse', 'terms', 'terms'),
    component: Terms,
  });
  const deviceList = createRoute({
    getParentRoute: () => signedIn,
    path: '/devicelist',
    staticData: screen('devicelist', 'deviceList', 'list'),
    validateSearch: (search: Record<string, unknown>) => pick(search, listSearch),
    component: DeviceList,
  });

  /** Collectors and devices that have stopped reporting: which of them, from which on, and the collector opened. */
  const reporting = createRoute({
    getParentRoute: () => signedIn,
    path: '/reporting',
    staticData: screen('reporting', 'reporting', 'detail'),
    validateSearch: (search: Record<string, unknown>) => pick(search, ['view', 'from', 'collector']),
    component: Reporting,
  });

  /** Screens about one device, in one frame. The address may name the device (OQ-16), and what of it is shown. */
  const device = createRoute({
    getParentRoute: () => signedIn,
    id: 'device',
    validateSearch: (search: Record<string, unknown>) => pick(search, deviceSearch),
    beforeLoad: ({ search, preload }) => {
      if (!preload) selectDeviceOfAddress(search.device);
    },
    component: DeviceFrame,
  });
  const profile = createRoute({
    getParentRoute: () => device,
    path: '/profile',
    staticData: screen('profile', 'profile', 'detail'),
    component: Profile,
  });
  const detail = createRoute({ getParentRoute: () => device, id: 'detail', component: Detail });
  const tab = <Path extends DetailTab>(path: Path) =>
    createRoute({
      getParentRoute: () => detail,
      path: `/${path}` as const,
      staticData: { ...screen(path, detailTabs[path], 'detail'), tab: path, prefetch: prefetchLater(path) },
    });
  const second = createRoute({ getParentRoute: () => device, id: 'second', component: Detail });
  const more = <Path extends SecondScreenName>(path: Path) =>
    createRoute({
      getParentRoute: () => second,
      path: `/${path}` as const,
      staticData: {
        ...screen(path, secondScreens[path], 'detail'),
        second: path,
        prefetch: prefetchLater(path),
      },
    });

  return root.addChildren([
    start,
    login,
    callback,
    signedIn.addChildren([
      terms,
      deviceList,
      reporting,
      device.addChildren([
        profile,
        detail.addChildren([
          tab('failuresign'),
          tab('counter'),
          tab('error'),
          tab('firmware'),
          tab('code05'),
          tab('code08'),
          tab('code13'),
          tab('pmparts'),
          tab('toner'),
          tab('networkInformation'),
        ]),
        second.addChildren([more('errortrend'), more('code05setting'), more('code08setting')]),
      ]),
    ]),
  ]);
}
