import { common, errors, level, notFound, popups, session, terms } from './en-us/common.ts';
import { deviceList } from './en-us/device-list.ts';
import { profile } from './en-us/profile.ts';
import { detail, header } from './en-us/screens.ts';
import { status } from './en-us/status.ts';

/**
 * The interface texts that come with the application, in English, by area; ICU messages. The
 * texts of an area are in the folder of the language; those of the device screens come with these
 * (`device-en-us.ts`).
 */
export const texts = {
  common,
  header,
  popups,
  session,
  terms,
  deviceList,
  status,
  profile,
  detail,
  level,
  errors,
  notFound,
} as const;
