import {
  type Rollout,
  type RolloutFailure,
  type RolloutMember,
  rolloutFailures,
} from '@platen/contract/collector-rollouts';
import { dayMs } from '@platen/contract/constants';
import { itemCodes } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRefusal } from '../../../../editing/form-dialog.tsx';
import { toStateOf } from '../../../../platform/failure.ts';
import { Button } from '../../../../ui/button.tsx';
import { Panel, toPanelState } from '../../../../ui/panel.tsx';
import { Marked } from '../../../../ui/status-mark.tsx';
import { useDates, useMinute } from '../../../../ui/use-dates.ts';
import frame from '../collectors.module.css';
import { SettingValue } from '../remote/setting-value.tsx';
import { toEntries } from './part-draft.ts';
import { rolloutsQuery, useChangeRollout } from './queries.ts';
import styles from './together.module.css';

/** For how long an ended change with a collector that failed stays in view. */
const failedShownMs = dayMs;

/** Changes of several collectors: those that have not ended or just failed, the others on request (CF-16). */
export function RolloutsPanel() {
  const t = useTranslations('collectorRollout.panel');
  const query = useQuery(rolloutsQuery);
  const now = useMinute();
  const all = query.data;
  if (query.isPending || all?.length === 0) return null;
  const isOpen = ({ state, counts, askedAt }: Rollout) =>
    state !== 'ended' || ((counts.failed ?? 0) > 0 && now.getTime() - Date.parse(askedAt) < failedShownMs);
  const open = (all ?? []).filter(isOpen);
  const ended = (all ?? []).filter((one) => !isOpen(one));
  return (
    <Panel title={t('title')} className={frame.panel} state={toPanelState(query, 3)}>
      {open.map((one) => (
        <Shown key={one.rolloutId} rollout={one} />
      ))}
      {ended.length === 0 ? null : (
        <details>
          <summary>{t('earlier', { count: ended.length })}</summary>
          {ended.map((one) => (
            <Shown key={one.rolloutId} rollout={one} />
          ))}
        </details>
      )}
    </Panel>
  );
}

const toStageName = (stage: number) => (stage === 1 ? 'first' : stage === 2 ? 'tenth' : 'all');

function useProgressText({ state, stage, stoppedBy }: Rollout): string {
  const t = useTranslations('collectorRollout.panel');
  if (state === 'running') return t('atStage', { stage: t(`stages.${toStageName(stage)}`) });
  if (state === 'ended') return t('ended');
  return stoppedBy === null ? t('stopped') : t('stoppedBy', { name: stoppedBy });
}

function Shown({ rollout }: { readonly rollout: Rollout }) {
  const t = useTranslations('collectorRollout.panel');
  const { moment } = useDates();
  const now = useMinute();
  const id = useId();
  const { state, askedBy, askedAt, total, counts } = rollout;
  const progress = useProgressText(rollout);
  return (
    <article className={styles.rollout} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>
          <Entries settings={rollout.settings} />
        </h3>
        <span className="quiet">{t('by', { name: askedBy, time: moment(new Date(askedAt), now) })}</span>
        <Actions rollout={rollout} of={id} />
      </div>
      <output className={styles.progress}>
        {state === 'stopped' || (counts.failed ?? 0) > 0 ? (
          <Marked status="warning">
            <b>{progress}</b>
          </Marked>
        ) : (
          progress
        )}{' '}
        {t('passed', { passed: counts.passed ?? 0, total, waiting: counts.waiting ?? 0 })}
      </output>
      <Members members={rollout.members} />
    </article>
  );
}

function Entries({ settings }: Pick<Rollout, 'settings'>) {
  const t = useTranslations('collectorRollout.dialog');
  const ofKeys = useTranslations('collectorRemote.keys');
  return toEntries(settings).map(({ key, value }, i) => (
    <Fragment key={key}>
      {i === 0 ? '' : ', '}
      {ofKeys(key)} {value === null ? t('left') : <SettingValue of={key} value={value} />}
    </Fragment>
  ));
}

interface ActionsProps {
  readonly rollout: Rollout;
  /** Id of the heading that names the change. */
  readonly of: string;
}

function Actions({ rollout: { rolloutId, version, state }, of }: ActionsProps) {
  const t = useTranslations('collectorRollout.panel');
  const changing = useChangeRollout();
  const refusal = useRefusal(changing.error);
  const isConflict = changing.error !== null && toStateOf(changing.error).errorCode === itemCodes.changedMeanwhile;
  if (state === 'ended') return null;
  const next = state === 'running' ? 'stopped' : 'running';
  return (
    <>
      <Button
        aria-describedby={of}
        busy={changing.isPending}
        onClick={() => changing.mutate({ id: rolloutId, version, state: next })}
      >
        {t(state === 'running' ? 'stop' : 'goOn')}
      </Button>
      {changing.error === null ? null : (
        <p role="alert" className={frame.problem}>
          {isConflict ? t('changed') : refusal}
        </p>
      )}
    </>
  );
}

/** Lines of each kind that are drawn. */
const most = { failed: 50, applying: 5, reading: 5, skipped: 50 } as const;
const kinds = ['failed', 'reading', 'applying', 'skipped'] as const;

/** Why it stopped comes first, then what is at work, then what was left out. */
function Members({ members }: Pick<Rollout, 'members'>) {
  const t = useTranslations('collectorRollout.panel');
  if (members.length === 0) return null;
  return (
    <ul className={styles.members}>
      {kinds.map((kind) => {
        const all = members.filter(({ state }) => state === kind);
        return (
          <Fragment key={kind}>
            {all.slice(0, most[kind]).map((one) => (
              <li key={one.collectorId}>
                <Member member={one} />
              </li>
            ))}
            {all.length > most[kind] ? <li>{t('more', { count: all.length - most[kind] })}</li> : null}
          </Fragment>
        );
      })}
    </ul>
  );
}

const isFailure = (reason: string): reason is RolloutFailure => rolloutFailures.some((one) => one === reason);

function Member({ member: { name, state, reason, detail, before, after } }: { readonly member: RolloutMember }) {
  const t = useTranslations('collectorRollout');
  if (state === 'applying' || state === 'reading') return t(`panel.${state}`, { name });
  if (reason === null) return name;
  if (!isFailure(reason)) return t('panel.skipped', { name, why: t(`skips.${reason}`) });
  return (
    <>
      <b>{t('panel.failed', { name, why: t(`failures.${reason}`) })}</b>
      {after === null ? null : (
        <>
          {' ('}
          {t('panel.figures', {
            ...after,
            printersBefore: before?.printers ?? 0,
            unreadBefore: before?.unread ?? 0,
          })}
          )
        </>
      )}
      {detail === null ? null : <span className="code"> {detail}</span>}
    </>
  );
}
