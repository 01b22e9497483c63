import type { CollectorFinding } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { useAgeText } from '../../ui/use-age.ts';
import styles from './collectors.module.css';
import { toFindingWords } from './model.ts';

/** What the collector found out about who stands where, a sentence each. */
export function FindingsList({ findings, now }: { findings: readonly CollectorFinding[]; now: Date }) {
  const t = useTranslations('reporting');
  const { ago } = useAgeText();
  if (findings.length === 0) return <p className="quiet">{t('noFindings')}</p>;
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => {
        const { key, before, now: is } = toFindingWords(finding);
        return (
          <li key={`${finding.kind} ${finding.target} ${finding.before} ${finding.now}`}>
            <span className="code">{finding.serial ?? finding.target}</span>{' '}
            <span>{t(`finding.${key}`, { before, now: is })}</span>{' '}
            <time className="quiet" dateTime={finding.since}>
              {ago(new Date(finding.since), now)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
