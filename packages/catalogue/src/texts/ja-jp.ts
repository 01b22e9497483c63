import { advancedSearch } from './ja-jp/advanced-search.ts';
import { common } from './ja-jp/common.ts';
import { detail } from './ja-jp/detail.ts';
import { deviceList } from './ja-jp/device-list.ts';
import { errors } from './ja-jp/errors.ts';
import { evidence } from './ja-jp/evidence.ts';
import { header } from './ja-jp/header.ts';
import { notFound } from './ja-jp/not-found.ts';
import { popups } from './ja-jp/popups.ts';
import { profile } from './ja-jp/profile.ts';
import { session } from './ja-jp/session.ts';
import { status } from './ja-jp/status.ts';
import { terms } from './ja-jp/terms.ts';
import type { Texts } from './types.ts';

/**
 * The interface texts that come with the application, in Japanese, by area; ICU messages. Each area has a
 * file in the folder of its language; those of the device screens come with these (`device-ja-jp.ts`).
 */
export const texts: Texts = {
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
};
