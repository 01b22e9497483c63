import type { DeliveryTry } from '@platen/contract/channels';
import { useFormatter, useTranslations } from 'use-intl/react';

/** What the other side answered and after how long, in words: '503 after 0.3 s'. */
export function useAnswerWords(): (last: DeliveryTry) => string {
  const t = useTranslations('delivery.answer');
  const format = useFormatter();
  return ({ outcome, code, milliseconds }) => {
    const seconds = format.number(milliseconds / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    if (code !== null) return t('code', { code: String(code), seconds });
    return t(outcome === 'accepted' ? 'accepted' : 'none', { seconds });
  };
}
