import type { DeviceRecord, DoneEntry, EntryProof, RecordedDevice, StoredRecord } from '@platen/contract/visit-records';
import type { Visit } from '@platen/contract/visits';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import { DoesPanel } from './does-panel.tsx';
import { OlderPlan } from './older-plan.tsx';
import { Proof, type ProofKey } from './proof.tsx';
import styles from './record.module.css';
import type { RecordedVisit, RecordSubject } from './to-subject.ts';

interface RecordReadingProps {
  readonly visit: Visit | null;
  readonly device: RecordedVisit['devices'][number];
  readonly record: RecordedDevice;
  readonly itemName: (item: string) => string;
  readonly headlineOf: (condition: RecordSubject['conditions'][number]) => ReactNode;
}

/** A record as it is read: what was entered, what it did, and what it was before it was corrected. */
export function RecordReading({ visit, device, record, itemName, headlineOf }: RecordReadingProps) {
  const t = useTranslations('visitRecord');
  const { subject, known } = device;
  const stored = known?.record ?? null;
  const former = known?.formerRecords ?? [];
  return (
    <div className={styles.form}>
      <div className={styles.main}>
        {visit?.isOnOlderPlan === true && known !== null && stored?.isOnOlderPlan === true ? (
          <OlderPlan visit={visit} device={known} stored={stored} itemName={itemName} headlineOf={headlineOf} />
        ) : null}
        <section className={styles.cell}>
          <h2>{t('recorded')}</h2>
          <By stored={stored} />
          <Entries
            subject={subject}
            record={record}
            itemName={itemName}
            headlineOf={headlineOf}
            proofs={stored === null ? null : (known?.proofs ?? [])}
            nextId={visit?.nextIds[0] ?? null}
          />
        </section>
        {former.length === 0 ? null : (
          <section className={styles.cell}>
            <h2>{t('formerRecords')}</h2>
            {former.toReversed().map((one) => (
              <Former key={one.revision} stored={one}>
                <Entries subject={subject} record={one.record} itemName={itemName} headlineOf={headlineOf} />
              </Former>
            ))}
          </section>
        )}
      </div>
      <aside className={styles.aside}>
        {'notDone' in record ? null : <DoesPanel record={record} itemName={itemName} isDone={stored !== null} />}
        {visit === null || visit.nextIds.length === 0 ? null : (
          <section className={styles.cell}>
            <h2>{t('nextVisit')}</h2>
            {visit.nextIds.map((visitId) => (
              <p key={visitId}>
                <Link to="/visits/$visitId" params={{ visitId }}>
                  {t('openNextVisit')}
                </Link>
              </p>
            ))}
          </section>
        )}
      </aside>
    </div>
  );
}

/** Who recorded it and when, and how often it was corrected. */
function By({ stored }: { readonly stored: StoredRecord | null }) {
  const t = useTranslations('visitRecord');
  const dates = useDates();
  const now = useMinute();
  if (stored === null) return null;
  const at = dates.moment(new Date(stored.recordedAt), now);
  return (
    <p className="quiet">
      {t('recordedBy', { name: stored.recordedBy?.name ?? t('byProgram'), at })}
      {stored.revision > 1 ? ` · ${t('correctedTimes', { count: stored.revision - 1 })}` : ''}
    </p>
  );
}

/** A record that was corrected since; it opens on demand. */
function Former({ stored, children }: { readonly stored: StoredRecord; readonly children: ReactNode }) {
  const t = useTranslations('visitRecord');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('revision', { number: stored.revision })}
      </Button>
      {isOpen ? (
        <>
          <By stored={stored} />
          {children}
        </>
      ) : null}
    </>
  );
}

interface EntriesProps extends Pick<RecordReadingProps, 'record' | 'itemName' | 'headlineOf'> {
  readonly subject: RecordSubject;
  /** What was reported since; null: this is not the newest record of the server. */
  readonly proofs?: readonly EntryProof[] | null;
  /** Draft that the missing parts made. */
  readonly nextId?: string | null;
}

interface Line {
  readonly key: string;
  readonly proof?: ProofKey;
  readonly entry: string;
  readonly about: ReactNode;
  readonly more: ReactNode;
}

/** An entry besides the parts, in words. */
interface DoneLine extends Pick<Line, 'entry' | 'proof'> {
  readonly about: string | null;
  readonly more: string | null;
  readonly isCode?: boolean;
}

/** The entries of a record, one line each. */
function Entries({ subject, record, itemName, headlineOf, proofs = null, nextId = null }: EntriesProps) {
  const t = useTranslations('visitRecord');
  const common = useTranslations('common');
  const ages = useAgeText();
  const dates = useDates();
  const toDoneLine = useDoneLine(itemName);
  const counters = useCounterLines();
  if ('notDone' in record)
    return (
      <p>
        <b>{t(`notDoneReasons.${record.notDone}`)}</b> {record.note}
      </p>
    );
  const { arrivedAt, leftAt, parts, done, conditions, proposals = [], findings = [] } = record;
  const stay = ages.duration(Date.parse(leftAt) - Date.parse(arrivedAt));
  const lines: Line[] = [
    ...parts.map((part) => ({
      key: `part ${part.item}`,
      entry: t(`answers.${part.isMissing === true ? 'missing' : part.isUnused === true ? 'notNeeded' : part.answer}`),
      about: itemName(part.item),
      more: [part.partNumber, part.pieces === undefined ? undefined : `× ${part.pieces}`, part.serial, part.finding]
        .filter((text) => text !== undefined)
        .join(' '),
      ...(part.answer === 'replaced' && { proof: { subject: 'part', key: part.item } as const }),
      ...(part.isMissing === true && { proof: { subject: 'draft' } as const }),
    })),
    ...done.map((entry, index) => {
      const { isCode = false, ...line } = toDoneLine(entry);
      return {
        key: `done ${index}`,
        ...line,
        about: isCode ? <span className="code">{line.about}</span> : line.about,
      };
    }),
    ...proposals.map(({ proposalId, isDone, reason }) => {
      const setting = subject.settings.find((one) => one.proposalId === proposalId);
      const about = setting === undefined ? t('setBack') : `${setting.code} → ${setting.to}`;
      const proof = { subject: 'code', key: setting?.code ?? '' } as const;
      const entry = t(`setting.${isDone ? 'set' : 'notSet'}`);
      return { key: proposalId, entry, about, more: reason, ...(isDone && { proof }) };
    }),
    ...conditions.map(({ conditionId, outcome, reason }) => {
      const known = subject.conditions.find((one) => one.conditionId === conditionId);
      const about = known === undefined ? t('formerCondition') : headlineOf(known);
      const proof = { subject: 'condition', key: conditionId } as const;
      const entry = t(`outcomes.${outcome}`);
      return { key: conditionId, entry, about, more: reason, ...(outcome === 'fixed' && { proof }) };
    }),
    ...counters(record),
  ];
  return (
    <>
      <p>
        <b>{t(`results.${record.result}`)}</b>
        {record.customersMatter === undefined ? '' : ` (${t(`customersMatters.${record.customersMatter}`)})`}
        {common('list.separator')}
        {dates.dateTime(new Date(arrivedAt))} – {dates.time(new Date(leftAt))}
        {common('list.separator')}
        {stay}
      </p>
      <table className={styles.entries}>
        <thead>
          <tr>
            <th scope="col">{t('entry')}</th>
            <th scope="col">{t('partOrCode')}</th>
            <th scope="col">{t('details')}</th>
            {proofs === null ? null : <th scope="col">{t('proof')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, entry, about, more, proof }) => (
            <tr key={key}>
              <td>{entry}</td>
              <td>{about}</td>
              <td>{more}</td>
              {proofs === null ? null : (
                <td>
                  {proof === undefined ? null : <Proof of={proof} proofs={proofs} record={record} nextId={nextId} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {findings.length === 0 && record.testPages === undefined && record.note === undefined ? null : (
        <h3>{t('findings')}</h3>
      )}
      {findings.length === 0 ? null : (
        <ul className={styles.chips}>
          {findings.map((finding) => (
            <li key={finding}>{t(`findingWords.${finding}`)}</li>
          ))}
        </ul>
      )}
      {record.testPages === undefined ? null : <p>{t('testPagesDone', { count: record.testPages })}</p>}
      {record.note === undefined ? null : <p className={styles.words}>{record.note}</p>}
      {record.remains === undefined ? null : (
        <p className={styles.words}>
          <b>{t('remains')}</b> {record.remains}
        </p>
      )}
    </>
  );
}

/** What was done besides the parts, in words. */
export function useDoneLine(itemName: (item: string) => string): (entry: DoneEntry) => DoneLine {
  const t = useTranslations('visitRecord');
  return (entry) => {
    switch (entry.done) {
      case 'cleaned':
      case 'adjusted':
        return { entry: t(`doneKinds.${entry.done}`), about: itemName(entry.item), more: null };
      case 'codeSet': {
        const code = [entry.kind, entry.main, ...(entry.sub === null ? [] : [entry.sub])].join('-');
        return {
          entry: t('codeSet'),
          about: code,
          isCode: true,
          proof: { subject: 'code', key: code },
          more: `${entry.from ?? '–'} → ${entry.to}`,
        };
      }
      case 'firmware':
        return {
          entry: t('firmwareIs.updated'),
          about: t('firmware'),
          more: `${entry.from ?? '–'} → ${entry.to}`,
          proof: { subject: 'firmware', key: 'system' },
        };
      case 'exchanged':
        return { entry: t(`exchanged.${entry.what}`), about: null, more: null };
      case 'other':
        return { entry: t('doneKinds.other'), about: entry.text, more: null };
      case 'clearedPaper':
        return {
          entry: t('doneKinds.clearedPaper'),
          about: entry.item === undefined ? null : itemName(entry.item),
          more: null,
        };
      case 'configuredNetwork':
      case 'trainedUser':
        break;
    }
    return { entry: t(`doneKinds.${entry.done}`), about: null, more: null };
  };
}

/** The counters: what was typed, and the report next to it. */
function useCounterLines(): (record: DeviceRecord) => Line[] {
  const t = useTranslations('visitRecord');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  return ({ counters }) =>
    counters.map(({ counter, reported, typed }) => ({
      key: `counter ${counter}`,
      entry: t('counter'),
      about: typed === null ? t('notTyped') : t('typed', { value: format.number(typed) }),
      ...(typed !== null && { proof: { subject: 'total', key: counter } as const }),
      more:
        reported === null
          ? null
          : t('reported', { value: format.number(reported.value), at: dates.moment(new Date(reported.at), now) }),
    }));
}
