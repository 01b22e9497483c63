import type { TonerColor } from '@platen/contract/report-sections';
import { useTranslations } from 'use-intl/react';
import { Swatch } from '../../ui/gauge.tsx';
import styles from './failure-sign.module.css';
import { printLetters } from '../../ui/print-colors.ts';

/** Letter and name of a print colour. */
export function ColorName({ color }: { color: TonerColor }) {
  const t = useTranslations('common.colorShort');
  return (
    <span className={styles.color}>
      <Swatch tone={printLetters[color]} />
      {t(color)}
    </span>
  );
}
