import type { EnglishTexts } from '@platen/catalogue/texts/types';
import type { QueryClient } from '@tanstack/react-query';

/** Key of a title in the texts (HD-01..HD-23). */
export type TitleKey = keyof EnglishTexts['header']['titles'];

/** What the header shows: `detail` screens have the back arrow and the device-list icon. */
export type ScreenKind = 'login' | 'callback' | 'terms' | 'list' | 'detail' | 'notFound';

export interface Screen {
  /** The router's internal name, with the brand's suffix; never shown (BR-07, OQ-03). */
  readonly name: string;
  readonly title: TitleKey;
  readonly kind: ScreenKind;
}

/** The ten tabs of the detail-tab screen, in the order of the specification (RT-18, OQ-61), with their titles. */
export const detailTabs = {
  failuresign: 'failureSign',
  counter: 'counter',
  error: 'error',
  firmware: 'firmware',
  code05: 'code05',
  code08: 'code08',
  code13: 'code13',
  pmparts: 'pmParts',
  toner: 'toner',
  networkInformation: 'network',
} as const satisfies Record<string, TitleKey>;
export type DetailTab = keyof typeof detailTabs;

/** The screens of the second shared screen (RT-19..RT-21). */
export const secondScreens = {
  errortrend: 'errorTrend',
  code05setting: 'code05Setting',
  code08setting: 'code08Setting',
} as const satisfies Record<string, TitleKey>;
export type SecondScreenName = keyof typeof secondScreens;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen;
    tab?: DetailTab;
    second?: SecondScreenName;
    /** Fetches code, texts and data of the screen ahead of opening it; failures surface when it is opened. */
    prefetch?: (client: QueryClient, deviceId: string) => void;
  }
}
