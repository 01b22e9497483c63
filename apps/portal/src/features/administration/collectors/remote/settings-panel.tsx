import type { CollectorSettings } from '@platen/contract/remote-settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../../ui/button.tsx';
import { Panel, toPanelState } from '../../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../../ui/use-dates.ts';
import frame from '../collectors.module.css';
import { settingsQuery } from './queries.ts';
import styles from './remote.module.css';
import { SettingValue } from './setting-value.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { isAbout, isSameValue, type SettingRow, toRows } from './settings-rows.ts';
import { SwitchedOff } from './switched-off.tsx';

interface SettingsProps {
  readonly id: string;
  readonly name: string;
}

/**
 * Settings of a collector in force and wanted, as far as its own file shows and takes them (CF-10 to
 * CF-14).
 */
export function SettingsPanel({ id, name }: SettingsProps) {
  const t = useTranslations('collectorRemote.settings');
  const { moment } = useDates();
  const now = useMinute();
  const query = useQuery(settingsQuery(id));
  const [editing, setEditing] = useState<CollectorSettings>();
  const shown = query.data;
  const level = shown?.remote?.level;
  const isOff = (shown?.remoteOff ?? null) !== null;
  const changed =
    shown === undefined || shown.changedAt === null
      ? undefined
      : t('note', { number: shown.version, name: shown.changedBy ?? '', time: moment(new Date(shown.changedAt), now) });
  return (
    <Panel
      title={t('title')}
      note={changed}
      className={frame.panel}
      state={toPanelState(query, 6)}
      aside={level === 'manage' && !isOff ? <Button onClick={() => setEditing(shown)}>{t('edit')}</Button> : null}
    >
      <SwitchedOff off={shown?.remoteOff} />
      {shown === undefined ? null : <Shown shown={shown} />}
      {editing === undefined ? null : (
        <SettingsDialog id={id} name={name} shown={editing} onClose={() => setEditing(undefined)} />
      )}
    </Panel>
  );
}

function Shown({ shown }: { readonly shown: CollectorSettings }) {
  const t = useTranslations('collectorRemote.settings');
  const level = shown.remote?.level;
  if (level === undefined) return <p>{t('unknown')}</p>;
  if (level === 'off') return <p>{t('off')}</p>;
  return (
    <>
      {level === 'see' ? <p>{t('see')}</p> : <Progress shown={shown} />}
      {shown.effective === null ? <p>{t('notYet')}</p> : null}
      <SettingsTable shown={shown} />
    </>
  );
}

/** How far the wanted settings are, with the reason where they failed (CF-11). */
function Progress({ shown }: { readonly shown: CollectorSettings }) {
  const t = useTranslations('collectorRemote');
  const { dateTime } = useDates();
  const { state, changedAt, remote } = shown;
  if (state === null) return null;
  const problems = remote?.judged?.problems ?? [];
  if (state !== 'failed')
    return (
      <output className={styles.state}>
        {state === 'waiting' && changedAt !== null
          ? t('settings.waiting', { time: dateTime(new Date(changedAt)) })
          : state === 'applying'
            ? t('settings.applying')
            : t('settings.state', { state: t(`states.${state}`) })}
      </output>
    );
  return (
    <div className={styles.failed} role="alert">
      <b>{t('settings.failed')}</b>
      <ul>
        {problems.map(({ place, reason }) => (
          <li key={`${place} ${reason}`}>
            <span className="code">{place === '' ? t('settings.whole') : place}</span>: {reason}
          </li>
        ))}
      </ul>
      {t('settings.failedRest')}
    </div>
  );
}

/** Entries in force, and where something is wanted, what. */
function SettingsTable({ shown }: { readonly shown: CollectorSettings }) {
  const t = useTranslations('collectorRemote');
  const { dateTime } = useDates();
  const { version, remote, effective, effectiveAt } = shown;
  const isWanted = remote?.level === 'manage' && version > 0;
  const number = remote?.inForce;
  const failing = shown.state === 'failed' ? (remote?.judged?.problems ?? []) : [];
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus */}
      <section className={frame.scroll} tabIndex={0} aria-label={t('settings.caption')}>
        <table className={styles.settings}>
          <thead>
            <tr>
              <th scope="col">{t('settings.entry')}</th>
              <th scope="col">
                {number === undefined ? t('settings.inForce') : t('settings.inForceNumber', { number })}
              </th>
              {isWanted ? <th scope="col">{t('settings.wanted', { number: version })}</th> : null}
            </tr>
          </thead>
          <tbody>
            {toRows(shown).map((row) => (
              <Row
                key={`${row.site ?? ''} ${row.key}`}
                row={row}
                isWanted={isWanted}
                isFailing={failing.some(({ place }) => isAbout(place, row, shown))}
              />
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>
        {effectiveAt === null ? null : <span>{t('settings.asOf', { time: dateTime(new Date(effectiveAt)) })}</span>}
        {effective === null || remote?.level !== 'manage'
          ? null
          : t('settings.allowed', {
              count: effective.allows.addresses,
              anywhere: String(effective.allows.anywhere),
            })}
      </p>
    </>
  );
}

interface RowProps {
  readonly row: SettingRow;
  readonly isWanted: boolean;
  readonly isFailing: boolean;
}

function Row({ row: { key, site, inForce, wanted }, isWanted, isFailing }: RowProps) {
  const t = useTranslations('collectorRemote');
  return (
    <tr data-failing={isFailing ? '' : undefined}>
      <th scope="row">
        {t(`keys.${key}`)} {site === undefined ? null : <span className="quiet">{site}</span>}
      </th>
      <td>
        {inForce === undefined ? (
          <span className="quiet">{t('settings.none')}</span>
        ) : (
          <>
            <SettingValue of={key} value={inForce.value} />{' '}
            <span className={styles.source} data-from={inForce.from}>
              {t(`sources.${inForce.from}`)}
            </span>
          </>
        )}
      </td>
      {isWanted ? (
        <td>
          {wanted === undefined ? (
            <span className="quiet">{t('settings.none')}</span>
          ) : isSameValue(wanted, inForce?.value) ? (
            <span className="quiet">{t('settings.same')}</span>
          ) : (
            <b>
              <SettingValue of={key} value={wanted} />
            </b>
          )}
        </td>
      ) : null}
    </tr>
  );
}
