import type { EnglishTexts } from '@platen/catalogue/texts/types';
import type { QueryClient } from '@tanstack/react-query';

/** Key of a title in the texts (HD-01..HD-23). */
export type TitleKey = keyof EnglishTexts['header']['titles'];

/** What the header shows: `detail` screens have the back arrow and the device-list icon. */
type ScreenKind = 'login' | 'callback' | 'terms' | 'list' | 'detail' | 'notFound';

interface ScreenRow {
  readonly title: TitleKey;
  readonly kind: ScreenKind;
  /** Of a screen about one device: the tab that is marked while it is shown. */
  readonly tab?: string;
}

/**
 * Every screen, by its path. Routes, tabs (in this order; RT-18, OQ-61), links to a device, early fetch and
 * prefetch derive from this table; the code of each is named in shell/screen-modules.ts or
 * shell/tab-modules.ts (decision 0271).
 */
export const screens = {
  login: { title: 'login', kind: 'login' },
  callback: { title: 'login', kind: 'callback' },
  termsofuse: { title: 'terms', kind: 'terms' },
  devicelist: { title: 'deviceList', kind: 'list' },
  worklist: { title: 'worklist', kind: 'list' },
  visits: { title: 'visits', kind: 'list' },
  meters: { title: 'meters', kind: 'list' },
  rules: { title: 'rules', kind: 'list' },
  administration: { title: 'administration', kind: 'list' },
  me: { title: 'me', kind: 'list' },
  visitrecord: { title: 'visitRecord', kind: 'detail' },
  visitpack: { title: 'visitPack', kind: 'detail' },
  visitrecords: { title: 'visitRecords', kind: 'detail' },
  reporting: { title: 'reporting', kind: 'detail' },
  partsneeded: { title: 'partsNeeded', kind: 'detail' },
  profile: { title: 'profile', kind: 'detail', tab: 'profile' },
  failuresign: { title: 'failureSign', kind: 'detail', tab: 'failuresign' },
  counter: { title: 'counter', kind: 'detail', tab: 'counter' },
  error: { title: 'error', kind: 'detail', tab: 'error' },
  firmware: { title: 'firmware', kind: 'detail', tab: 'firmware' },
  code05: { title: 'code05', kind: 'detail', tab: 'code05' },
  code08: { title: 'code08', kind: 'detail', tab: 'code08' },
  code13: { title: 'code13', kind: 'detail', tab: 'code13' },
  pmparts: { title: 'pmParts', kind: 'detail', tab: 'pmparts' },
  toner: { title: 'toner', kind: 'detail', tab: 'toner' },
  networkInformation: { title: 'network', kind: 'detail', tab: 'networkInformation' },
  machine: { title: 'machine', kind: 'detail', tab: 'machine' },
  errortrend: { title: 'errorTrend', kind: 'detail', tab: 'error' },
  code05setting: { title: 'code05Setting', kind: 'detail', tab: 'code05' },
  code08setting: { title: 'code08Setting', kind: 'detail', tab: 'code08' },
} as const satisfies Readonly<Record<string, ScreenRow>>;

type Screens = typeof screens;
export type ScreenName = keyof Screens;
/** The screens about one device. */
export type DeviceScreen = { [Name in ScreenName]: Screens[Name] extends { tab: string } ? Name : never }[ScreenName];
/** Those with a tab: profile first, then the ten tabs in the order of their routes. */
export type TabName = Screens[DeviceScreen]['tab'];
/** Those opened from a tab (RT-19..RT-21). */
export type SubscreenName = Exclude<DeviceScreen, TabName>;

const isScreen = (name: string): name is ScreenName => Object.hasOwn(screens, name);
export const isDeviceScreen = (name: string): name is DeviceScreen => isScreen(name) && 'tab' in screens[name];
const isTab = (name: string): name is TabName => isDeviceScreen(name) && screens[name].tab === name;

/** Paths of the screens of lists; one of them may follow the login. */
export type ListPath = `/${{ [Name in ScreenName]: Screens[Name]['kind'] extends 'list' ? Name : never }[ScreenName]}`;
const isListPath = (path: string): path is ListPath => {
  const name = path.slice(1);
  return isScreen(name) && screens[name].kind === 'list';
};
/** The path itself, or that of the device list where it is none of a list. */
export const toListPath = (path: string): ListPath => (isListPath(path) ? path : '/devicelist');

const screenNames: readonly ScreenName[] = Object.keys(screens).filter(isScreen);
export const tabNames: readonly TabName[] = screenNames.filter(isTab);
export const subscreenNames: readonly SubscreenName[] = screenNames.filter(
  (name): name is SubscreenName => isDeviceScreen(name) && !isTab(name),
);

/** The screen that a path names, without slashes and in any case (OQ-128). */
export const findScreen = (path: string): ScreenName | undefined =>
  screenNames.find((name) => name.toLowerCase() === path.toLowerCase());

/** What the header shows of a screen. */
export interface Screen {
  /** The router's internal name, with the brand's suffix; never shown (BR-07, OQ-03). */
  readonly name: string;
  readonly title: TitleKey;
  readonly kind: ScreenKind;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
    /** Of a screen about one device. */
    deviceScreen?: DeviceScreen;
    /** Fetches code, texts and data of the screen ahead of opening it; failures surface when it is opened. */
    prefetch?: (client: QueryClient, deviceId: string) => void;
  }
}
