import { common, errors, level, notFound, popups, session, terms } from './ja-jp/common.ts';
import { deviceList } from './ja-jp/device-list.ts';
import { profile } from './ja-jp/profile.ts';
import { detail, header } from './ja-jp/screens.ts';
import { status } from './ja-jp/status.ts';
import type { Texts } from './types.ts';

/**
 * The interface texts that come with the application, in Japanese, by area; ICU messages. The
 * texts of an area are in the folder of the language; those of the device screens come with these
 * (`device-ja-jp.ts`).
 */
export const texts: Texts = {
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
};
