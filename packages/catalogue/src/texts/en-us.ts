import { advancedSearch } from './en-us/advanced-search.ts';
import { common } from './en-us/common.ts';
import { detail } from './en-us/detail.ts';
import { deviceList } from './en-us/device-list.ts';
import { errors } from './en-us/errors.ts';
import { evidence } from './en-us/evidence.ts';
import { header } from './en-us/header.ts';
import { notFound } from './en-us/not-found.ts';
import { popups } from './en-us/popups.ts';
import { profile } from './en-us/profile.ts';
import { session } from './en-us/session.ts';
import { status } from './en-us/status.ts';
import { terms } from './en-us/terms.ts';

/**
 * The interface texts that come with the application, in English, by area; ICU messages. Each area has a
 * file in the folder of its language; those of the device screens come with these (`device-en-us.ts`).
 */
export const texts = {
  common,
  header,
  popups,
  session,
  terms,
  deviceList,
  advancedSearch,
  status,
  profile,
  detail,
  evidence,
  errors,
  notFound,
} as const;
