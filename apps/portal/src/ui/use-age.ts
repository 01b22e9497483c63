import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toAge, toDuration } from './age.ts';

/** The time now, renewed each minute, so that ages on a screen left open stay true. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Texts of durations (`23 d`) and ages (`18 min ago`) in the language in use. */
export function useAgeText() {
  const t = useTranslations('common');
  return {
    duration: (milliseconds: number): string => {
      const { unit, count } = toDuration(milliseconds);
      return t(`duration.${unit}`, { count });
    },
    ago: (at: Date, now: Date): string => {
      const age = toAge(at, now);
      return 'count' in age ? t(`age.${age.unit}`, { count: age.count }) : t(`age.${age.unit}`);
    },
  };
}
