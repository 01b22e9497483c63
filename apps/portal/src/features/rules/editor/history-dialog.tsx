import type { RuleWords, ScopeNames } from '@platen/catalogue/rule-sentence';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { ruleQueries } from '../queries.ts';
import { useDescribe } from './describe.ts';
import styles from './dialogs.module.css';

interface HistoryProps {
  readonly ruleId: string;
  readonly words: RuleWords;
  readonly names: ScopeNames;
  readonly onClose: () => void;
}

/** Versions of a rule with who, when, and what differs from the version before, in words (AR-15). */
export function HistoryDialog({ ruleId, words, names, onClose }: HistoryProps) {
  const t = useTranslations('rules.history');
  const query = useQuery(ruleQueries.history(ruleId));
  const dates = useDates();
  const describe = useDescribe(words, names);
  const versions = query.data?.versions ?? [];
  return (
    <Dialog title={t('title')} size="wide" onClose={onClose}>
      <PanelBody state={toPanelState(query, 4)}>
        <ol className={styles.versions}>
          {versions.map((one, index) => {
            const before = versions[index + 1];
            const former = before === undefined ? undefined : describe(before.form);
            const changes = describe(one.form).filter(
              ({ field, text }) => former?.some((other) => other.field === field && other.text !== text) === true,
            );
            return (
              <li key={one.version}>
                <p>
                  <b>{one.version}</b> {t(`change.${one.change}`)}{' '}
                  <span className="quiet">
                    {dates.dateTime(new Date(one.at))}, {one.by?.name ?? t('server')}
                  </span>
                </p>
                {changes.length === 0 ? null : (
                  <dl>
                    {changes.map(({ field, label, text }) => (
                      <div key={field}>
                        <dt>{label}</dt>
                        <dd>
                          <del>
                            <span className="vh">{t('from')} </span>
                            {former?.find((other) => other.field === field)?.text}
                          </del>{' '}
                          <ins>
                            <span className="vh">{t('to')} </span>
                            {text}
                          </ins>
                        </dd>
                      </div>
                    ))}
                  </dl>
                )}
                {changes.length === 0 && one.change.startsWith('changed') ? <p className="quiet">{t('same')}</p> : null}
              </li>
            );
          })}
        </ol>
      </PanelBody>
    </Dialog>
  );
}
