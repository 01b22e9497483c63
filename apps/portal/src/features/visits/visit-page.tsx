import { readVisitCalendar } from '@platen/contract/visit-calendar';
import type { Visit } from '@platen/contract/visits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { call } from '../../api/client.ts';
import { toDate } from '../../device/use-headline.ts';
import type { Conflict } from '../../editing/conflict.ts';
import { useRefused } from '../../editing/form-dialog.tsx';
import { HistoryLink } from '../../editing/history-link.tsx';
import { viewerTimeZone } from '../../platform/environment.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink, Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { readConflict } from '../../visit-planning/plan-queries.ts';
import { VisitConflict } from '../../visit-planning/visit-conflict.tsx';
import { VisitDialog } from '../../visit-planning/visit-dialog.tsx';
import { toPlanDraft } from '../../visit-planning/visit-draft.ts';
import { sendStep, toVersion, type VisitStep, visitQueries, visitsKey } from './queries.ts';
import { VisitDevices } from './visit-devices.tsx';
import { CancelDialog, dayIn, PlanDialog } from './visit-dialogs.tsx';
import styles from './visits.module.css';

type OpenDialog = 'plan' | 'change' | 'cancel';

/** '/visits/{id}': one visit, what can be done with it, and its devices. */
export function VisitPage({ visitId }: { readonly visitId: string }) {
  const t = useTranslations('visits.page');
  const query = useQuery(visitQueries.visit(visitId));
  return (
    <div className={`page ${styles.page}`}>
      <p className={styles.back} data-print="none">
        <Link to="/visits">{t('back')}</Link> <HistoryLink subject={`visit:${visitId}`} />
      </p>
      <PanelBody state={toPanelState(query, 8)}>
        {query.data === undefined ? null : (
          <div className={styles.sections}>
            <VisitHead visit={query.data} />
            <VisitDevices visit={query.data} />
          </div>
        )}
      </PanelBody>
    </div>
  );
}

/** Who, when and where, with the buttons that the user's rights and the state allow (GE-04). */
function VisitHead({ visit }: { readonly visit: Visit }) {
  const t = useTranslations('visits');
  const client = useQueryClient();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [conflict, setConflict] = useState<Conflict<Visit> & { readonly step: VisitStep }>();
  const show = async (changed: Visit) => {
    client.setQueryData(visitQueries.visit(visit.visitId).queryKey, changed);
    setDialog(undefined);
    setConflict(undefined);
    await client.invalidateQueries({ queryKey: [visitsKey, 'list'] });
  };
  const step = useMutation({
    mutationFn: (next: VisitStep) => sendStep(visit.visitId, next),
    onSuccess: show,
    onError: async (thrown, failed) => {
      const found = await readConflict(thrown);
      setConflict(found === undefined ? undefined : { ...found, step: failed });
    },
  });
  const problem = useRefused(step.error === null ? undefined : toStateOf(step.error).errorCode);
  const may = (action: Visit['actions'][number]) => visit.actions.includes(action);
  const dialogProps = {
    visit,
    busy: step.isPending,
    problem,
    onSend: step.mutate,
    onClose: () => {
      step.reset();
      setDialog(undefined);
    },
  };
  return (
    <section className={styles.frame} aria-labelledby="visit-title">
      <div className={styles.tabs}>
        <h1 id="visit-title" className={styles.title}>
          {visit.customerName ?? t('row.unknownCustomer')}
        </h1>
        <span>
          {t(`kinds.${visit.kind}`)} · <b>{t(`states.${visit.state}`)}</b>
        </span>
      </div>
      <Facts visit={visit} />
      <div className={`${styles.buttons} ${styles.facts}`} data-print="none">
        {may('start') ? (
          <Button variant="primary" busy={step.isPending} onClick={() => step.mutate({ step: 'start' })}>
            {t('page.start')}
          </Button>
        ) : null}
        {visit.state === 'draft' || visit.state === 'cancelled' ? null : (
          <ButtonLink to="/visits/$visitId/pack" params={{ visitId: visit.visitId }} search={{}}>
            {t('page.pack')}
          </ButtonLink>
        )}
        {may('record') || visit.devices.some(({ record }) => record !== null) ? (
          <ButtonLink to="/visits/$visitId/record" params={{ visitId: visit.visitId }}>
            {t('page.record')}
          </ButtonLink>
        ) : null}
        {may('see') ? (
          <Button variant="primary" busy={step.isPending} onClick={() => step.mutate({ step: 'see' })}>
            {t('page.see')}
          </Button>
        ) : null}
        {may('plan') ? (
          <Button aria-haspopup="dialog" onClick={() => setDialog('plan')}>
            {t(visit.state === 'draft' ? 'page.plan' : 'page.move')}
          </Button>
        ) : null}
        {may('change') ? (
          <Button aria-haspopup="dialog" onClick={() => setDialog('change')}>
            {t('page.change')}
          </Button>
        ) : null}
        {visit.plannedDay === null ? null : <CalendarButton visit={visit} />}
        {may('cancel') ? (
          <Button aria-haspopup="dialog" onClick={() => setDialog('cancel')}>
            {t('page.cancel')}
          </Button>
        ) : null}
        <p role="alert" className={styles.problem}>
          {dialog === undefined ? problem : null}
        </p>
      </div>
      {conflict !== undefined ? (
        <VisitConflict
          before={visit}
          conflict={conflict}
          mine={conflict.step.step === 'plan' ? toPlanDraft(conflict.step.body) : {}}
          busy={step.isPending}
          problem={step.isPending ? undefined : problem}
          onKeepMine={() => step.mutate(toVersion(conflict.step, conflict.current.version))}
          onTakeTheirs={() => void show(conflict.current)}
        />
      ) : dialog === 'plan' ? (
        <PlanDialog {...dialogProps} />
      ) : dialog === 'change' ? (
        <VisitDialog
          visit={visit}
          today={dayIn(visit.zone)}
          onDone={(changed) => void show(changed)}
          onClose={dialogProps.onClose}
        />
      ) : dialog === 'cancel' ? (
        <CancelDialog {...dialogProps} />
      ) : null}
    </section>
  );
}

function Facts({ visit }: { readonly visit: Visit }) {
  const t = useTranslations('visits');
  const format = useFormatter();
  // In the zone of the planned hours, named where the viewer has another (GE-08).
  const dates = useDates(visit.zone);
  const zone = visit.zone === viewerTimeZone() ? '' : ` ${visit.zone}`;
  const { plannedDay, hours, cancelled } = visit;
  const day = plannedDay === null ? t('page.noDay') : format.dateTime(toDate(plannedDay), { dateStyle: 'full' });
  const time = hours === null ? '' : hours.to === null ? hours.from : `${hours.from}–${hours.to}`;
  const texts = [
    [t('page.access'), visit.access],
    [t('page.place'), visit.place],
    [t('page.note'), visit.note],
    [t('page.externalKey'), visit.externalKey],
  ] as const;
  return (
    <dl className={styles.facts}>
      <dt>{t('page.planned')}</dt>
      <dd>
        {day} {time}
        {time === '' ? null : zone}
      </dd>
      <dt>{t('page.assignee')}</dt>
      <dd>{visit.assignee?.name ?? t('row.noAssignee')}</dd>
      {texts.map(([label, text]) =>
        text === null ? null : (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
      {visit.startedAt === null ? null : (
        <>
          <dt>{t('states.underWay')}</dt>
          <dd>{t('page.begun', { time: `${dates.dateTime(new Date(visit.startedAt))}${zone}` })}</dd>
        </>
      )}
      {visit.doneAt === null ? null : (
        <>
          <dt>{t('states.done')}</dt>
          <dd>{t('page.doneAt', { time: `${dates.dateTime(new Date(visit.doneAt))}${zone}` })}</dd>
        </>
      )}
      {cancelled === null ? null : (
        <>
          <dt>{t('states.cancelled')}</dt>
          <dd>
            {t('page.cancelledFor', { reason: t(`cancelReasons.${cancelled.reason}`) })} {cancelled.note}
          </dd>
        </>
      )}
      <Related visit={visit} />
    </dl>
  );
}

/** The visit whose missing parts made this one, and those that this one made (VR-08). */
function Related({ visit }: { readonly visit: Visit }) {
  const t = useTranslations('visits.page');
  return (
    <>
      {visit.formerId === null ? null : (
        <>
          <dt>{t('former')}</dt>
          <dd>
            <Link to="/visits/$visitId" params={{ visitId: visit.formerId }}>
              {t('former')}
            </Link>
          </dd>
        </>
      )}
      {visit.nextIds.map((visitId) => (
        <div key={visitId} style={{ display: 'contents' }}>
          <dt>{t('next')}</dt>
          <dd>
            <Link to="/visits/$visitId" params={{ visitId }}>
              {t('next')}
            </Link>
          </dd>
        </div>
      ))}
    </>
  );
}

/** The visit as a file for any calendar (VP-05). */
function CalendarButton({ visit }: { readonly visit: Visit }) {
  const t = useTranslations('visits.page');
  const file = useMutation({
    mutationFn: async () => (await call(readVisitCalendar, { params: { id: visit.visitId } })).data,
    onSuccess: (text) => {
      const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
      const link = Object.assign(document.createElement('a'), { href: url, download: `visit-${visit.plannedDay}.ics` });
      link.click();
      URL.revokeObjectURL(url);
    },
  });
  return (
    <Button busy={file.isPending} onClick={() => file.mutate()}>
      {t('calendar')}
    </Button>
  );
}
