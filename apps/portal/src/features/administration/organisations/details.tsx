import {
  changeOrganisation,
  type OrganisationDetails,
  type OrganisationItem,
  type SettingName,
  settingNames,
} from '@platen/contract/organisations';
import { priorities } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toConflict } from '../../../editing/conflict.ts';
import { useRefusal } from '../../../editing/form-dialog.tsx';
import { HistoryLink } from '../../../editing/history-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { numbersOf, toAnswerText, toHoursText } from './model.ts';
import styles from './organisations.module.css';
import { organisationQuery, useChangeOrganisation, useRemoveOrganisation } from './queries.ts';

interface DetailsProps {
  readonly item: OrganisationItem;
  readonly onRemoved: () => void;
}

/** One organisation: its figures, and its settings with where each comes from (OA-04). */
export function Details({ item, onRemoved }: DetailsProps) {
  const t = useTranslations('organisations');
  const format = useFormatter();
  const query = useQuery(organisationQuery(item.organisationId));
  const remove = useRemoveOrganisation();
  const change = useChangeOrganisation();
  const refusal = useRefusal(remove.error ?? change.error);
  const [isEditing, setEditing] = useState(false);
  const isEmpty = item.kind !== 'operator' && item.devices === 0 && item.users === 0;
  const inherit = (setting: SettingName, { organisation }: OrganisationDetails) =>
    change.mutate({ id: item.organisationId, version: organisation.version, settings: { [setting]: null } });
  return (
    <section className={styles.frame} aria-label={item.name}>
      <div className={styles.part}>
        <h2 className={styles.title}>
          {item.name} <small>{t(`kinds.${item.kind}`)}</small>{' '}
          <span className="code">{numbersOf(item).join(', ')}</span>
        </h2>
        <dl className={styles.facts}>
          <div>
            <dt>{t('columns.devices')}</dt>
            <dd>{format.number(item.devices)}</dd>
          </div>
          <div>
            <dt>{t('columns.people')}</dt>
            <dd>{format.number(item.users)}</dd>
          </div>
        </dl>
        <HistoryLink subject={`organisation:${item.organisationId}`} />
        <p className="quiet">{t(item.kind === 'operator' ? 'operatorHint' : 'groupHint')}</p>
        <p className={styles.problem} role="alert">
          {toConflict(change.error, changeOrganisation.answer) === undefined ? refusal : t('changedMeanwhile')}
        </p>
      </div>
      <div className={styles.part}>
        <div className={styles.partHead}>
          <h3>{t('settings')}</h3>
          <Button variant="link" disabled={query.data === undefined} onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        </div>
        <PanelBody state={toPanelState(query, 5)}>
          {query.data === undefined ? null : (
            <dl className={styles.settings}>
              {settingNames.map((setting) => {
                const source = query.data.sources[setting];
                const isHere = source?.organisationId === item.organisationId;
                return (
                  <div key={setting}>
                    <dt>{t(`setting.${setting}`)}</dt>
                    <dd>
                      <SettingValue setting={setting} details={query.data} />
                    </dd>
                    <dd className={styles.source}>
                      {isHere ? (
                        <Button
                          variant="link"
                          busy={change.isPending}
                          aria-label={t('backOf', { setting: t(`setting.${setting}`) })}
                          onClick={() => inherit(setting, query.data)}
                        >
                          {t('back')}
                        </Button>
                      ) : null}{' '}
                      {isHere
                        ? t('here')
                        : source === null || source === undefined
                          ? t('byDefault')
                          : t('from', { name: source.name })}
                    </dd>
                  </div>
                );
              })}
              <div>
                <dt>{t('fallback')}</dt>
                <dd>{query.data.fallback?.channelName ?? t('noFallback')}</dd>
                <dd className={styles.source}>
                  {query.data.fallback === null
                    ? null
                    : query.data.fallback.organisationId === item.organisationId
                      ? t('here')
                      : t('from', { name: query.data.fallback.name })}
                </dd>
              </div>
            </dl>
          )}
        </PanelBody>
      </div>
      {isEmpty ? (
        <div className={styles.part}>
          <Button
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: item.organisationId, version: item.version }, { onSuccess: onRemoved })}
          >
            {t('remove')}
          </Button>
        </div>
      ) : null}
      {isEditing && query.data !== undefined ? (
        <EditDialog details={query.data} onClose={() => setEditing(false)} />
      ) : null}
    </section>
  );
}

/** The value that holds, in words. */
function SettingValue({ setting, details }: { readonly setting: SettingName; readonly details: OrganisationDetails }) {
  const t = useTranslations('organisations');
  const { inForce } = details;
  const words: Readonly<Record<SettingName, () => string | undefined>> = {
    zone: () => inForce.zone,
    week: () =>
      (inForce.week ?? [])
        .flatMap((hours, day) =>
          hours.length === 0 ? [] : [`${t('weekday', { day: String(day) })} ${toHoursText(hours)}`],
        )
        .join(', '),
    lunchMinutes: () => t('minutes', { count: inForce.lunchMinutes ?? 0 }),
    holidays: () => t('holidays', { count: inForce.holidays?.length ?? 0 }),
    leadDays: () => t('workingDays', { count: inForce.leadDays ?? 0 }),
    mailLanguage: () => t(`languages.${inForce.mailLanguage ?? 'en-us'}`),
    answerTimes: () =>
      priorities
        .flatMap((priority) => {
          const text = toAnswerText(inForce.answerTimes?.[priority]);
          return text === '' ? [] : [t('answerOf', { priority, hours: text })];
        })
        .join(', ') || t('noAnswerTimes'),
    secondPersonPages: () =>
      inForce.secondPersonPages === 0 ? t('never') : t('pages', { count: inForce.secondPersonPages ?? 0 }),
    addressesLeave: () => t(inForce.addressesLeave === false ? 'stay' : 'leave'),
    retentionMonths: () =>
      inForce.retentionMonths === undefined ? t('fullRetention') : t('months', { count: inForce.retentionMonths }),
    terms: () => (inForce.terms === undefined ? t('productTerms') : t('ownTerms', { version: inForce.terms.version })),
  };
  return words[setting]();
}
