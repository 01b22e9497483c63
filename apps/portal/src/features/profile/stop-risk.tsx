import type { DeviceProfile } from '@platen/contract/details';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { useCauseName } from '../../ui/use-cause-name.ts';
import styles from './later.module.css';

const strong = (words: ReactNode) => <b>{words}</b>;

/** Risk of a stop without a plan within 14 days, and its greatest cause; the card has all of them. */
export function StopRisk({ risk }: { risk: NonNullable<DeviceProfile['stopRisk']> }) {
  const t = useTranslations('failureSign.stopRisk');
  const format = useFormatter();
  const nameOf = useCauseName();
  const [first] = risk.causes;
  const figures = {
    percent: format.number(risk.within14Days, { maximumFractionDigits: 1 }),
    b: strong,
  };
  return (
    <p className={styles.risk}>
      <Evidence title={t('title')} path="stopRisk.within14Days">
        {first === undefined || first.within14Days === 0
          ? t.rich('within', figures)
          : t.rich('withinOf', {
              ...figures,
              cause: nameOf(first.item),
              most: format.number(first.within14Days, { maximumFractionDigits: 1 }),
            })}
      </Evidence>
    </p>
  );
}
