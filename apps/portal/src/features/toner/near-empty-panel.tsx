import type { AnswerOf } from '@platen/contract/endpoint';
import type { readToner } from '@platen/contract/history';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import styles from './toner.module.css';

type Setting = AnswerOf<typeof readToner>['tonerNearEmpty'];
const steps = ['longer', 'centre', 'shorter'] as const;

/**
 * The device's near-empty setting as reported: a step, or a limit in percent or sheets; values, as nothing is
 * set here (TN-07..TN-12, OQ-73).
 */
export function NearEmptyPanel({ setting, state }: { setting: Setting | undefined; state: PanelState }) {
  const t = useTranslations('toner.nearEmpty');
  return (
    <Panel
      className={styles.nearEmpty}
      title={t('title')}
      state={setting === null ? { kind: 'empty', hint: t('none') } : state}
    >
      {setting ? <Reported setting={setting} /> : null}
    </Panel>
  );
}

function Reported({ setting: { mode, percent, sheets } }: { setting: NonNullable<Setting> }) {
  const t = useTranslations('toner.nearEmpty');
  const common = useTranslations('common');
  const format = useFormatter();
  const step = steps.find((one) => one === mode);
  const limit = (label: string, text: string | undefined) => (
    <div>
      <dt>{label}</dt>
      <dd>
        {text === undefined ? (
          <span className="quiet">{common('none')}</span>
        ) : (
          <Evidence title={`${t('title')}, ${label}`} path="toner.nearEmpty">
            {text}
          </Evidence>
        )}
      </dd>
    </div>
  );
  return (
    <>
      <dl className={styles.limits}>
        {limit(t('notice'), step === undefined ? undefined : t(step))}
        {limit(t('percent'), percent === null ? undefined : common('percent', { value: percent }))}
        {limit(t('sheets'), sheets === null ? undefined : format.number(sheets))}
      </dl>
      <p className={styles.settingNote}>{t('reported')}</p>
    </>
  );
}
