import { useEffect, useState } from 'react';
import { useMessages } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { loadDeviceTexts } from '../../platform/load-once.ts';
import { loadResource } from '../../platform/load-texts.ts';
import type * as parts from './later.tsx';

type LaterParts = typeof parts;
/**
 * The parts of the profile that come after its first paint; without them the figures of the profile stand
 * alone.
 */
export type Later = LaterParts | 'waiting' | 'failed';

/** Code and texts of what follows the first paint, fetched once that is done. */
export function useLater() {
  const messages = useMessages();
  const [found, setFound] = useState<{ later: Later; messages?: typeof messages }>({ later: 'waiting' });
  useEffect(() => {
    let isShown = true;
    const load = async () => {
      const [later, texts] = await Promise.all([
        loadResource(() => import('./later.tsx')),
        loadDeviceTexts(environment().locale),
      ]);
      if (isShown) setFound({ later, messages: { ...messages, ...texts } });
    };
    // Two frames on, the first of them has been painted.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        load().catch(() => {
          if (isShown) setFound({ later: 'failed' });
        });
      }),
    );
    return () => {
      isShown = false;
      cancelAnimationFrame(frame);
    };
  }, [messages]);
  return { later: found.later, messages: found.messages ?? messages };
}
