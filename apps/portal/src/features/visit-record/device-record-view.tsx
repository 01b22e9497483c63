import type { RecordedDevice } from '@platen/contract/visit-records';
import { itemCodes } from '@platen/contract/worklist-names';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../device/use-headline.ts';
import { useItemWords } from '../../device/use-item-words.ts';
import { emptyDraft, type RecordDraft } from '../../offline/record-draft.ts';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { logError } from '../../platform/log.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import { readConflict } from '../../visit-planning/plan-queries.ts';
import { correctDevice, keepDraft, recordedQuery, saveDevice } from './queries.ts';
import styles from './record.module.css';
import { type MetRecord, RecordConflict } from './record-conflict.tsx';
import { RecordForm } from './record-form.tsx';
import { toDraft } from './record-model.ts';
import { RecordReading } from './record-reading.tsx';
import type { StandOfDevice } from './stand.ts';
import type { RecordedVisit, RecordSubject } from './to-subject.ts';

interface DeviceRecordViewProps {
  readonly recorded: RecordedVisit;
  readonly device: RecordedVisit['devices'][number];
  readonly stand: StandOfDevice;
  /** What was entered before, by device. */
  readonly drafts: Readonly<Record<string, RecordDraft>>;
  /** To the next device that is not recorded; null: there is none. */
  readonly onNext: (() => void) | null;
}

/** The record of one device: the form while it can be written, else what was recorded. */
export function DeviceRecordView(props: DeviceRecordViewProps) {
  const { recorded, device, stand, onNext } = props;
  const { subject } = device;
  const { visit } = recorded;
  const t = useTranslations('visitRecord');
  const itemName = useItemName(subject);
  const headlineOf = useHeadline();
  const { draft, write, isOpen, setOpen, met, save, takeTheirs } = useRecording(props);
  const name = useLostFocus<HTMLHeadingElement>(isOpen);
  const may = visit === null || visit.actions.includes(stand.state === 'recorded' ? 'correct' : 'record');
  const errorCode = save.error === null ? undefined : toStateOf(save.error).errorCode;
  // That somebody else changed it is what the dialog says.
  const problem = errorCode === undefined || met !== undefined ? undefined : toMessage(errorCode);
  const problemOfKeeping =
    errorCode === undefined || errorCode === itemCodes.changedMeanwhile ? undefined : toMessage(errorCode);
  const refusal = stand.stored?.refusal ?? null;
  return (
    <>
      {met === undefined || stand.record === null ? null : (
        <RecordConflict
          subject={subject}
          before={stand.record}
          met={met}
          itemName={itemName}
          headlineOf={headlineOf}
          busy={save.isPending}
          problem={save.isPending ? undefined : problemOfKeeping}
          onKeepMine={() => save.mutate(met.mine)}
          onTakeTheirs={takeTheirs}
        />
      )}
      <div className={styles.who}>
        <h2 ref={name} tabIndex={-1}>
          {subject.model} <span className="code">{subject.serial}</span>
        </h2>
        <Stand stand={stand} />
        {stand.record !== null && !isOpen && may ? (
          <Button onClick={() => setOpen(true)}>{t(stand.state === 'recorded' ? 'correct' : 'change')}</Button>
        ) : null}
        {onNext === null || stand.state === 'open' || isOpen ? null : (
          <Button onClick={onNext}>{t('nextDevice')}</Button>
        )}
      </div>
      {refusal === null || stand.state !== 'refused' ? null : (
        <p role="alert" className={styles.problem}>
          {refusal.code} {toMessage(refusal.code)} {refusal.detail}
        </p>
      )}
      {isOpen && may ? (
        <RecordForm
          subject={subject}
          draft={draft}
          onChange={write}
          itemName={itemName}
          headlineOf={headlineOf}
          busy={save.isPending}
          problem={problem}
          onSave={(record) => save.mutate(record)}
          onDiscard={() => {
            write(undefined);
            setOpen(stand.record === null);
          }}
        >
          {stand.state === 'recorded' ? <p className={styles.cell}>{t('alreadyRecorded')}</p> : null}
        </RecordForm>
      ) : stand.record === null ? (
        <p className={styles.cell}>{t('notToRecord')}</p>
      ) : (
        <RecordReading
          visit={visit}
          device={device}
          record={stand.record}
          itemName={itemName}
          headlineOf={headlineOf}
        />
      )}
    </>
  );
}

/** What was entered for the device, whether the form is open, and the call that saves or corrects it. */
function useRecording({ recorded, device, stand, drafts }: DeviceRecordViewProps) {
  const { subject, known } = device;
  const { visitId } = recorded;
  const client = useQueryClient();
  // A state of its own: a tap right after another one starts from what that one entered.
  const [written, setWritten] = useState(drafts[subject.deviceId]);
  const write = (next: RecordDraft | undefined) => {
    setWritten(next);
    keepDraft(client, visitId, subject.deviceId, next);
  };
  // A saved record stands to be read; a refused one opens to be mended.
  const [isOpen, setOpen] = useState(stand.state === 'open' || stand.state === 'refused' || written !== undefined);
  /** Somebody corrected the record while this one was written (GE-06). */
  const [met, setMet] = useState<MetRecord>();
  const [openedAt] = useState(() => new Date().toISOString());
  const draft =
    written ?? (stand.record === null ? emptyDraft(recorded.startedAt ?? openedAt) : toDraft(subject, stand.record));
  const revision = stand.state === 'recorded' ? known?.record?.revision : undefined;
  const save = useMutation({
    mutationFn: (record: RecordedDevice) =>
      revision === undefined
        ? saveDevice(recorded, subject, record)
        : correctDevice(visitId, record, met?.theirs.revision ?? revision),
    onSuccess: async () => {
      setMet(undefined);
      write(undefined);
      setOpen(false);
      window.scrollTo({ top: 0 });
      await client.invalidateQueries({ queryKey: ['visits'], refetchType: 'none' });
      await client.refetchQueries({ queryKey: recordedQuery(visitId).queryKey });
    },
    onError: async (thrown, record) => {
      const found = await readConflict(thrown);
      const theirs = found?.current.devices.find(({ deviceId }) => deviceId === subject.deviceId)?.record;
      if (theirs !== undefined && theirs !== null) setMet({ mine: record, theirs, by: found?.by });
    },
  });
  const takeTheirs = () => {
    setMet(undefined);
    save.reset();
    write(undefined);
    setOpen(false);
    client
      .refetchQueries({ queryKey: recordedQuery(visitId).queryKey })
      .catch((thrown: unknown) => logError('the corrected record could not be read', thrown));
  };
  return { draft, write, isOpen, setOpen, met, save, takeTheirs };
}

/** Where the record is, and what waits. */
function Stand({ stand: { state, stored } }: { readonly stand: StandOfDevice }) {
  const t = useTranslations('visitRecord');
  if (state === 'open') return null;
  return (
    <output className={styles.stand} data-state={state}>
      {state === 'waiting' ? t('waiting') : t(`stands.${state}`)}
      {stored?.isOnOlderPlan === true ? ` · ${t('olderPlan')}` : ''}{' '}
      {stored === null ? null : <Link to="/visits/records">{t('records')}</Link>}
    </output>
  );
}

/** Names of parts and supplies: of the organisation's table, else of the catalogue. */
function useItemName({ parts }: RecordSubject): (item: string) => string {
  const words = useItemWords();
  return (item) => parts.find((part) => part.item === item)?.name ?? words(item);
}
