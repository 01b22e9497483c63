import type { CollectorHour, CollectorItem } from '@platen/contract/collectors';
import { itemCodes } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { HistoryLink } from '../../../editing/history-link.tsx';
import { toStateOf } from '../../../platform/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Panel, toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import styles from './collectors.module.css';
import { InstallPanel } from './install-panel.tsx';
import { isFinished, toCustomer, toSteps } from './model.ts';
import { memberQuery, useChangeStanding, useRenewCode } from './queries.ts';
import { CommandsPanel } from './remote/commands-panel.tsx';
import { SettingsPanel } from './remote/settings-panel.tsx';
import { RoundsPanel } from './rounds-panel.tsx';
import { StateMark } from './state-mark.tsx';

interface PageProps {
  readonly id: string;
  /** The code that was just made for it. */
  readonly code: string | undefined;
  readonly onCode: (code: string | undefined) => void;
}

/** One collector: how far it is, what it is, and what can be done (CF-01, CF-03, CF-04). */
export function CollectorPage({ id, code, onCode }: PageProps) {
  const t = useTranslations('collectorFleet');
  const query = useQuery(memberQuery(id));
  const { collector, hours = [] } = query.data ?? {};
  return (
    <>
      <p className={styles.back}>
        <Link to="/administration/$section" params={{ section: 'collectors' }} search={{}}>
          {t('back')}
        </Link>
      </p>
      {collector === undefined ? (
        <Panel title={t('caption')} className={styles.panel} state={toPanelState(query, 6)} />
      ) : (
        <Shown collector={collector} hours={hours} code={code} onCode={onCode} />
      )}
    </>
  );
}

interface ShownProps extends Omit<PageProps, 'id'> {
  readonly collector: CollectorItem;
  readonly hours: readonly CollectorHour[];
}

function Shown({ collector, hours, code, onCode }: ShownProps) {
  const t = useTranslations('collectorFleet');
  const { standing, enrolment, problems = [] } = collector;
  const waitsForCode = standing === 'codeOpen' || standing === 'codeExpired';
  const all = toSteps(collector);
  const replaces = enrolment?.replaces ?? null;
  return (
    <>
      <Panel
        title={collector.name}
        note={[toCustomer(collector), enrolment?.site].filter(Boolean).join(', ')}
        className={styles.panel}
        aside={<StateMark collector={collector} />}
      >
        {standing === 'resting' || standing === 'revoked' ? (
          <p className={styles.advice}>{t(`warn.${standing}`)}</p>
        ) : null}
        {standing === 'codeExpired' ? <p className={styles.advice}>{t('warn.codeExpired')}</p> : null}
        {problems.includes('runsTwice') ? <p className={styles.advice}>{t('warn.runsTwice')}</p> : null}
        {replaces !== null && replaces !== collector.name ? (
          <p className={styles.advice}>{t('warn.replaces', { name: replaces })}</p>
        ) : null}
        <Facts collector={collector} />
        <Actions collector={collector} onCode={onCode} />
      </Panel>
      {standing === 'revoked' || (isFinished(all) && code === undefined) ? null : <Steps collector={collector} />}
      {collector.status === null ? null : <RoundsPanel status={collector.status} hours={hours} />}
      {collector.remote === undefined ? null : (
        <>
          <SettingsPanel id={collector.collectorId} name={collector.name} />
          <CommandsPanel id={collector.collectorId} />
        </>
      )}
      {(waitsForCode && standing !== 'codeExpired') || code !== undefined ? (
        <InstallPanel code={code} until={enrolment?.codeUntil ?? null} />
      ) : null}
    </>
  );
}

function Facts({ collector }: { readonly collector: CollectorItem }) {
  const t = useTranslations('collectorFleet');
  const format = useFormatter();
  const { dateTime, moment } = useDates();
  const now = useMinute();
  const { enrolment, lastContactAt, version, devices, name } = collector;
  const facts = [
    ['customer', [enrolment?.customerName, enrolment?.customerNumber].filter(Boolean).join(', ')],
    ['site', enrolment?.site],
    [
      'enrolled',
      enrolment === undefined ? t('byKey') : enrolment.enrolledAt && dateTime(new Date(enrolment.enrolledAt)),
    ],
    ['host', enrolment?.host ?? collector.status?.host],
    ['system', enrolment?.system],
    ['version', version],
    ['heard', lastContactAt && moment(new Date(lastContactAt), now)],
    ['fingerprint', enrolment?.fingerprint],
    ['replaces', enrolment?.replaces],
  ] as const;
  return (
    <dl className={styles.grid}>
      {facts.map(([fact, text]) =>
        text === undefined || text === null || text === '' ? null : (
          <div key={fact}>
            <dt className="label">{t(`facts.${fact}`)}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
      {devices === undefined ? null : (
        <div>
          <dt className="label">{t('facts.devices')}</dt>
          <dd>
            {devices === 0 ? (
              format.number(devices)
            ) : (
              <Link to="/devicelist" search={{ search: `collector:${name}` }}>
                {format.number(devices)}
              </Link>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

interface ActionsProps {
  readonly collector: CollectorItem;
  readonly onCode: (code: string | undefined) => void;
}

function Actions({ collector, onCode }: ActionsProps) {
  const t = useTranslations('collectorFleet');
  const [isRevoking, setRevoking] = useState(false);
  const renewing = useRenewCode();
  const changing = useChangeStanding();
  const { collectorId: id, standing, changes = 0, name } = collector;
  const error = changing.error ?? renewing.error;
  const isConflict = error !== null && toStateOf(error).errorCode === itemCodes.changedMeanwhile;
  const refusal = useRefusal(error);
  const busy = changing.isPending || renewing.isPending;
  const wish = (next: 'active' | 'resting' | 'revoked') => {
    renewing.reset();
    changing.mutate({ id, standing: next, changes }, { onSuccess: () => setRevoking(false) });
  };
  const renew = () => {
    changing.reset();
    renewing.mutate(id, { onSuccess: (answer) => onCode(answer.code) });
  };
  return (
    <div className={styles.actions} data-print="none">
      <HistoryLink subject={`collector:${name}`} />
      {standing === 'revoked' ? null : (
        <Button busy={renewing.isPending} onClick={renew}>
          {t('actions.code')}
        </Button>
      )}
      {standing === 'enrolled' ? (
        <Button busy={busy} onClick={() => wish('resting')}>
          {t('actions.rest')}
        </Button>
      ) : null}
      {standing === 'resting' || standing === 'revoked' ? (
        <Button busy={busy} onClick={() => wish('active')}>
          {t('actions.resume')}
        </Button>
      ) : null}
      {standing === 'revoked' ? null : <Button onClick={() => setRevoking(true)}>{t('actions.revoke')}</Button>}
      <Link to="/reporting" search={{ view: 'collectors', collector: id }}>
        {t('reporting')}
      </Link>
      {error === null || isRevoking ? null : (
        <p role="alert" className={styles.problem}>
          {isConflict ? t('changed') : refusal}
        </p>
      )}
      {isRevoking ? (
        <FormDialog
          title={t('revoke.title', { name })}
          submit={t('revoke.submit')}
          busy={changing.isPending}
          problem={isConflict ? t('changed') : refusal}
          onSubmit={() => wish('revoked')}
          onClose={() => setRevoking(false)}
        >
          <p>{t('revoke.text')}</p>
        </FormDialog>
      ) : null}
    </div>
  );
}

/** From the code to the first whole round. */
function Steps({ collector }: { readonly collector: CollectorItem }) {
  const t = useTranslations('collectorFleet.steps');
  const { moment } = useDates();
  const now = useMinute();
  const { status, enrolment } = collector;
  const printers = status?.progress?.printers ?? status?.round?.printers ?? 0;
  const noteOf = (name: ReturnType<typeof toSteps>[number]['name'], at: string | undefined): string | undefined => {
    const time = at === undefined ? undefined : moment(new Date(at), now);
    if (name === 'enrolled') return [time, enrolment?.host].filter(Boolean).join(', ');
    if (name === 'searching' && status?.progress !== undefined) return t('searchingNow', status.progress);
    if (name === 'printer' && printers > 0) return t('printers', { count: printers });
    if (name === 'printer' && status?.round?.printers === 0) return t('noPrinter');
    if (name === 'working' && time === undefined) return t('afterRound');
    return time;
  };
  return (
    <Panel title={t('title')} note={t('note')} className={styles.panel}>
      <ol className={styles.live}>
        {toSteps(collector).map(({ name, state, at }) => (
          <li key={name} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            {t(name)}
            <small>{noteOf(name, at)}</small>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
