import type { Locale } from '@platen/catalogue/locale';
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import type { Brand } from '../brand/brands.ts';
import { pick } from '../platform/address.ts';
import { administrationSections } from '../platform/administration-sections.ts';
import { deviceSearch, toDeviceLink } from '../platform/device-link.ts';
import { environment } from '../platform/environment.ts';
import { loadResource } from '../platform/load-texts.ts';
import { logError } from '../platform/log.ts';
import {
  type DeviceScreen,
  type Screen,
  type ScreenName,
  type SubscreenName,
  screens,
  subscreenNames,
  type TabName,
  tabNames,
} from '../platform/screens.ts';
import { isId, selectDeviceOfAddress } from '../platform/selected-device.ts';
import { noteReturnLink } from '../session/session-areas.ts';
import { isSignedIn } from '../session/stored-session.ts';
import { RootLayout } from './root-layout.tsx';
import { screenModules } from './screen-modules.ts';

const Login = lazyScreen(screenModules.login, 'LoginScreen');
const Callback = lazyScreen(screenModules.callback, 'CallbackScreen');
const Terms = lazyScreen(screenModules.termsofuse, 'TermsScreen');
const DeviceList = lazyScreen(screenModules.devicelist, 'DeviceListScreen');
const DeviceFrame = lazyScreen(screenModules.deviceFrame, 'DeviceFrame');
const Profile = lazyScreen(screenModules.profile, 'ProfileScreen');
const Tab = lazyScreen(screenModules.tabHost, 'TabHost');
const Worklist = lazyScreen(screenModules.worklist, 'WorklistScreen');
const Visits = lazyScreen(screenModules.visits, 'VisitsScreen');
const Meters = lazyScreen(screenModules.meters, 'MetersEntry');
const Rules = lazyScreen(screenModules.rules, 'RulesScreen');
const Administration = lazyScreen(screenModules.administration, 'AdministrationScreen');
const Me = lazyScreen(screenModules.me, 'MeScreen');
const VisitRecord = lazyScreen(screenModules.visitrecord, 'VisitRecordScreen');
const VisitPack = lazyScreen(screenModules.visitpack, 'VisitPackScreen');
const VisitRecords = lazyScreen(screenModules.visitrecords, 'QueueScreen');
const Reporting = lazyScreen(screenModules.reporting, 'ReportingScreen');
const PartsNeeded = lazyScreen(screenModules.partsneeded, 'PartsNeededScreen');
const NotFound = lazyScreen(screenModules.notFound, 'NotFoundScreen');

/** The code of the device screens is not part of the start. */
const prefetchLater =
  (name: DeviceScreen): Required<StaticDataRouteOption>['prefetch'] =>
  (client, deviceId) => {
    import('./tab-modules.tsx')
      .then(({ prefetchScreen }) => prefetchScreen(name, client, deviceId))
      .catch((thrown: unknown) => logError('a screen could not be prefetched', thrown));
  };

/**
 * Of an address with an id in it: another text in its place is an unknown path (RT-22), not something to ask
 * the server for.
 */
const withId = <Name extends string>(name: Name, ...words: readonly string[]) => ({
  parse: (params: Readonly<Record<Name, string>>) => (isId(params[name]) || words.includes(params[name])) && params,
});

/** Another section than those of the administration is an unknown path too. */
const ofSection = {
  parse: (params: Readonly<Record<'section', string>>) =>
    administrationSections.some(({ name }) => name === params.section) && params,
};

const listSearch = ['searchkey', 'search', 'group', 'sort', 'order'] as const;

type StaticDataOf = (name: ScreenName) => { screen: Screen };
type SearchParams = Record<string, unknown>;

/**
 * Every route, declared once for both brands (RT-23): the brand's prefix is taken off before matching.
 * `name` is the router's internal name, with the brand's suffix (BR-07).
 */
export function createRoutes(brand: Brand) {
  const screen: StaticDataOf = (name) => {
    const { title, kind } = screens[name];
    return { screen: { name: `${name}${brand.routeNameSuffix}`, title, kind } };
  };
  const root = createRoot();
  const signedIn = createSignedIn(root);
  return root.addChildren([
    createUnknown(root),
    ...createSignInRoutes(root, screen),
    signedIn.addChildren([
      ...createAccountRoutes(signedIn, screen),
      ...createFleetRoutes(signedIn, screen),
      ...createVisitRoutes(signedIn, screen),
      ...createManagementRoutes(signedIn, screen),
      createDeviceRoutes(signedIn, screen),
    ]),
  ]);
}

const createRoot = () => createRootRoute({ component: RootLayout });
type Root = ReturnType<typeof createRoot>;

/**
 * Any other address (RT-22): a route of its own, since else the screen of its beginning would count as
 * matched, and its title be shown (HD-38).
 */
const createUnknown = (root: Root) => createRoute({ getParentRoute: () => root, path: '$', component: NotFound });

/**
 * Anonymous users reach login, callback and not-found only (AU-40); all else starts the sign-in (AU-04).
 */
const createSignedIn = (root: Root) =>
  createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: ({ search, location, preload }) => {
      if (isSignedIn()) return;
      if (!preload) noteReturnLink(toDeviceLink(location.pathname, search));
      throw redirect({ to: '/login', search: pick(search, ['searchkey']), replace: true });
    },
  });
type SignedIn = ReturnType<typeof createSignedIn>;

function createSignInRoutes(root: Root, screen: StaticDataOf) {
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
    staticData: screen('login'),
    validateSearch: (search: SearchParams) => pick(search, ['searchkey', 'invitation']),
    component: Login,
  });
  const callback = createRoute({
    getParentRoute: () => root,
    path: '/callback',
    staticData: screen('callback'),
    component: Callback,
  });
  return [start, login, callback] as const;
}

/** What every user has: the terms, and the own settings. */
function createAccountRoutes(signedIn: SignedIn, screen: StaticDataOf) {
  const terms = createRoute({
    getParentRoute: () => signedIn,
    path: '/termsofuse',
    staticData: screen('termsofuse'),
    component: Terms,
  });
  const me = createRoute({ getParentRoute: () => signedIn, path: '/me', staticData: screen('me'), component: Me });
  return [terms, me] as const;
}

/** Screens about many devices. */
function createFleetRoutes(signedIn: SignedIn, screen: StaticDataOf) {
  const deviceList = createRoute({
    getParentRoute: () => signedIn,
    path: '/devicelist',
    staticData: screen('devicelist'),
    validateSearch: (search: SearchParams) => pick(search, listSearch),
    component: DeviceList,
  });
  /** What needs somebody. Its address holds the filters of the call, which the screen checks. */
  const worklist = createRoute({
    getParentRoute: () => signedIn,
    path: '/worklist',
    staticData: screen('worklist'),
    component: Worklist,
  });
  /**
   * Collectors and devices that have stopped reporting: which of them, from which on, and the collector
   * opened.
   */
  const reporting = createRoute({
    getParentRoute: () => signedIn,
    path: '/reporting',
    staticData: screen('reporting'),
    validateSearch: (search: SearchParams) => pick(search, ['view', 'from', 'collector']),
    component: Reporting,
  });
  /** Parts needed in the next three months: of which region, and in which order. */
  const partsNeeded = createRoute({
    getParentRoute: () => signedIn,
    path: '/partsneeded',
    staticData: screen('partsneeded'),
    validateSearch: (search: SearchParams) => pick(search, ['by', 'region', 'kind', 'sort', 'order']),
    component: PartsNeeded,
  });
  return [deviceList, worklist, reporting, partsNeeded] as const;
}

function createVisitRoutes(signedIn: SignedIn, screen: StaticDataOf) {
  /** Visits, and one of them; the address of the lists names the list and what is searched for. */
  const ofVisits = { getParentRoute: () => signedIn, staticData: screen('visits'), component: Visits };
  const visits = createRoute({
    ...ofVisits,
    path: '/visits',
    validateSearch: (search: SearchParams) => pick(search, ['list', 'search']),
  });
  const visit = createRoute({ ...ofVisits, path: '/visits/$visitId', params: withId('visitId', 'effect') });
  const visitRecord = createRoute({
    getParentRoute: () => signedIn,
    path: '/visits/$visitId/record',
    params: withId('visitId'),
    staticData: screen('visitrecord'),
    component: VisitRecord,
  });
  /** The pack of a visit, of its device by number; and what waits on this device. */
  const visitPack = createRoute({
    getParentRoute: () => signedIn,
    path: '/visits/$visitId/pack',
    params: withId('visitId'),
    staticData: screen('visitpack'),
    validateSearch: (search: SearchParams) => pick(search, ['at']),
    component: VisitPack,
  });
  const visitRecords = createRoute({
    getParentRoute: () => signedIn,
    path: '/visits/records',
    staticData: screen('visitrecords'),
    component: VisitRecords,
  });
  return [visits, visit, visitRecord, visitPack, visitRecords] as const;
}

function createManagementRoutes(signedIn: SignedIn, screen: StaticDataOf) {
  /** Plans and closes; the address holds the close, which of its lines are shown, and the open one. */
  const meters = createRoute({
    getParentRoute: () => signedIn,
    path: '/meters',
    staticData: screen('meters'),
    component: Meters,
  });
  /** Alert rules, and the editor of one; of a new one the address names the template or the rule copied. */
  const ofRules = { getParentRoute: () => signedIn, staticData: screen('rules'), component: Rules };
  const rules = createRoute({ ...ofRules, path: '/rules' });
  const rule = createRoute({ ...ofRules, path: '/rules/$ruleId', params: withId('ruleId', 'new', 'delivery') });
  /** Administration by sections. */
  const ofAdministration = {
    getParentRoute: () => signedIn,
    staticData: screen('administration'),
    component: Administration,
  };
  const administration = createRoute({ ...ofAdministration, path: '/administration' });
  const section = createRoute({
    ...ofAdministration,
    path: '/administration/$section',
    params: ofSection,
    // Of the audit, and the collector that is open.
    validateSearch: (search: SearchParams) => pick(search, ['from', 'to', 'kind', 'subject', 'search', 'collector']),
  });
  return [meters, rules, rule, administration, section] as const;
}

/**
 * Screens about one device, in one frame. The address may name the device (OQ-16), and what of it is shown.
 */
function createDeviceRoutes(signedIn: SignedIn, screen: StaticDataOf) {
  const device = createRoute({
    getParentRoute: () => signedIn,
    id: 'device',
    validateSearch: (search: SearchParams) => pick(search, deviceSearch),
    beforeLoad: ({ search, preload }) => {
      if (!preload) selectDeviceOfAddress(search.device);
    },
    component: DeviceFrame,
  });
  const ofDevice = (name: DeviceScreen) => ({
    ...screen(name),
    deviceScreen: name,
    prefetch: prefetchLater(name),
  });
  const profile = createRoute({
    getParentRoute: () => device,
    path: '/profile',
    staticData: ofDevice('profile'),
    component: Profile,
  });
  const tabs = createRoute({ getParentRoute: () => device, id: 'tabs', component: Tab });
  const tab = (name: Exclude<TabName, 'profile'>) =>
    createRoute({ getParentRoute: () => tabs, path: `/${name}`, staticData: ofDevice(name) });
  const subscreens = createRoute({ getParentRoute: () => device, id: 'subscreens', component: Tab });
  const subscreen = (name: SubscreenName) =>
    createRoute({ getParentRoute: () => subscreens, path: `/${name}`, staticData: ofDevice(name) });
  return device.addChildren([
    profile,
    tabs.addChildren(tabNames.filter((name) => name !== 'profile').map(tab)),
    subscreens.addChildren(subscreenNames.map(subscreen)),
  ]);
}

type Screens<Name extends string> = Readonly<Record<Name, () => React.ReactNode>> & {
  /** Texts of its own. */
  readonly loadTexts?: (locale: Locale) => Promise<object>;
};

/**
 * A screen in its own chunk, given up after 120 s (CN-19). It is drawn once its own texts are there too:
 * without them there would be a placeholder and a second drawing.
 */
export function lazyScreen<Name extends string>(load: () => Promise<Screens<Name>>, name: Name): RouteComponent {
  return lazyRouteComponent(async () => {
    const screen = await loadResource(load);
    await screen.loadTexts?.(environment().locale);
    return screen;
  }, name);
}
