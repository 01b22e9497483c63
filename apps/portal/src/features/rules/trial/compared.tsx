import type { TrialAnswer, TrialResult } from '@platen/contract/rule-trials';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Part } from './part.tsx';
import styles from './trial.module.css';

interface ComparedProps {
  readonly result: TrialResult;
  readonly comparison: NonNullable<TrialAnswer['comparison']>;
}

const figures = ['times', 'devices', 'firingNow', 'mostTogether', 'crowdedDays'] as const;

/** The form next to the saved one, and the devices that only one of them names (BT-11). */
export function Compared({ result, comparison }: ComparedProps) {
  const t = useTranslations('ruleTrial');
  const format = useFormatter();
  const { against } = comparison;
  return (
    <Part title={t('compared.title')}>
      <table className={styles.compared}>
        <thead>
          <tr>
            <th scope="col">{t('compared.figure')}</th>
            <th scope="col">{t('compared.now')}</th>
            <th scope="col">{t('compared.saved')}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure}>
              <th scope="row">{t(`figures.${figure}`)}</th>
              <td>{format.number(result[figure])}</td>
              <td>{format.number(against[figure])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(['onlyTried', 'onlyAgainst'] as const).map((side) =>
        comparison[side].count === 0 ? null : (
          <p key={side} className={styles.only}>
            {t(`compared.${side}`, { count: comparison[side].count })}{' '}
            <span className="code">
              {comparison[side].devices.map(({ serial, deviceId }) => serial ?? deviceId).join(', ')}
            </span>
          </p>
        ),
      )}
    </Part>
  );
}
