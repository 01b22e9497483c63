/**
 * The code of each screen and frame, a chunk of its own each. The router draws from it, and the entry fetches
 * from it what the address asks for, before the router is there.
 */
export const screenModules = {
  login: () => import('../features/login/screen.tsx'),
  callback: () => import('../features/callback/screen.tsx'),
  termsofuse: () => import('../features/terms/screen.tsx'),
  devicelist: () => import('../features/device-list/screen.tsx'),
  worklist: () => import('../features/worklist/screen.tsx'),
  visits: () => import('../features/visits/screen.tsx'),
  meters: () => import('../features/meters/entry.tsx'),
  rules: () => import('../features/rules/screen.tsx'),
  administration: () => import('../features/administration/screen.tsx'),
  me: () => import('../features/me/screen.tsx'),
  visitrecord: () => import('../features/visit-record/screen.tsx'),
  visitpack: () => import('../features/visit-pack/screen.tsx'),
  visitrecords: () => import('../features/visit-pack/queue-screen.tsx'),
  reporting: () => import('../features/collectors/screen.tsx'),
  partsneeded: () => import('../features/parts-needed/screen.tsx'),
  profile: () => import('../features/profile/profile-screen.tsx'),
  /** Around all screens about one device. */
  deviceFrame: () => import('./device-frame.tsx'),
  /** Shows the tabs but the profile, and what is opened from them: tab-modules.ts. */
  tabHost: () => import('./tab-modules.tsx'),
  notFound: () => import('../features/not-found/screen.tsx'),
};
