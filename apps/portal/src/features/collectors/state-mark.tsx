import type { CollectorItem } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { Marked } from '../../ui/status-mark.tsx';
import { useAgeText } from '../../ui/use-age.ts';
import { toMark } from './model.ts';

/** Shape and words of a collector's state. */
export function StateMark({ collector, now }: { collector: CollectorItem; now: Date }) {
  const t = useTranslations('reporting.state');
  const { duration } = useAgeText();
  const { shape, words } = toMark(collector);
  const text =
    words.key === 'silent'
      ? t('silent', { duration: duration(Math.max(0, now.getTime() - words.since.getTime())) })
      : words.key === 'failing' || words.key === 'refused'
        ? t(words.key, { count: words.count })
        : t(words.key);
  return (
    <Marked status={shape}>
      <span>{text}</span>
    </Marked>
  );
}
