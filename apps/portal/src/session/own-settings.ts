import { changeOwnSettings, type OwnSettings, readOwnSettings } from '@platen/contract/own-settings';
import type { StartArea } from '@platen/contract/start-areas';
import { call } from '../api/client.ts';
import { environment, viewerTimeZone, zoneKey } from '../platform/environment.ts';
import { logError } from '../platform/log.ts';
import { toListPath } from '../platform/screens.ts';
import { writeStartArea } from './session-areas.ts';
import { languageKey } from './stored-session.ts';

function store(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

/**
 * Stores the user's settings in this browser, where each start of the portal reads them. Whether the page
 * must be loaded again to show them.
 */
export function applyOwnSettings({ language, zone, startArea }: OwnSettings): boolean {
  const [locale, before] = [localStorage.getItem(languageKey), viewerTimeZone()];
  store(languageKey, language);
  store(zoneKey, zone);
  // Areas have the names of their paths but for the devices, which are the usual start.
  writeStartArea(toListPath(`/${startArea}`));
  const isOther = language === null ? locale !== null : language !== environment().locale;
  return isOther || viewerTimeZone() !== before;
}

/** The same for the settings that the server has; they are never worth stopping a sign-in. */
export async function fetchOwnSettings(): Promise<boolean> {
  try {
    return applyOwnSettings((await call(readOwnSettings)).data.settings);
  } catch (thrown) {
    logError('the own settings could not be read', thrown);
    return false;
  }
}

/** Notes the start area for the user's other browsers as well. */
export function saveStartArea(startArea: StartArea): void {
  const save = async () => {
    const { settings } = (await call(readOwnSettings)).data;
    await call(changeOwnSettings, { body: { ...settings, startArea } });
  };
  save().catch((thrown: unknown) => logError('the start area could not be stored', thrown));
}
