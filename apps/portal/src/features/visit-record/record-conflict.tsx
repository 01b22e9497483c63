import type { RecordedDevice, RecordedPart, StoredRecord } from '@platen/contract/visit-records';
import { useFormatter, useTranslations } from 'use-intl/react';
import { ConflictDialog, changedRows } from '../../editing/conflict-dialog.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { useDoneLine } from './record-reading.tsx';
import type { RecordSubject } from './to-subject.ts';

/** The record that somebody else saved meanwhile, and the own one that met it. */
export interface MetRecord {
  readonly mine: RecordedDevice;
  readonly theirs: StoredRecord;
  readonly by: string | undefined;
}

interface RecordConflictProps {
  readonly subject: RecordSubject;
  /** The record from which the correction was made. */
  readonly before: RecordedDevice;
  readonly met: MetRecord;
  readonly itemName: (item: string) => string;
  readonly headlineOf: (condition: RecordSubject['conditions'][number]) => string;
  readonly busy: boolean;
  readonly problem: string | undefined;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** A record was corrected by two people: what both wrote side by side, and whose holds (GE-06). */
export function RecordConflict({ subject, before, met, itemName, headlineOf, ...dialog }: RecordConflictProps) {
  const toTexts = useRecordTexts(subject, itemName, headlineOf);
  const [was, mine, theirs] = [toTexts(before), toTexts(met.mine), toTexts(met.theirs.record)];
  const labels = new Set([...was.keys(), ...mine.keys(), ...theirs.keys()]);
  const text = (of: ReadonlyMap<string, string>, label: string) => of.get(label) ?? '-';
  const rows = [...labels].map((label) => ({
    label,
    before: text(was, label),
    mine: text(mine, label),
    theirs: text(theirs, label),
  }));
  const caption = subject.serial ?? subject.model ?? '';
  const tables = [{ id: subject.deviceId, caption, by: met.by, rows: changedRows(rows) }];
  return <ConflictDialog {...dialog} tables={tables} />;
}

/** A record as lines by their label; what it does not say is left out. */
function useRecordTexts(
  subject: RecordSubject,
  itemName: RecordConflictProps['itemName'],
  headlineOf: RecordConflictProps['headlineOf'],
): (record: RecordedDevice) => ReadonlyMap<string, string> {
  const t = useTranslations('visitRecord');
  const format = useFormatter();
  const dates = useDates();
  const toDoneLine = useDoneLine(itemName);
  const answer = ({ answer: given, isMissing, isUnused, pieces, serial }: RecordedPart) =>
    [
      t(`answers.${isMissing === true ? 'missing' : isUnused === true ? 'notNeeded' : given}`),
      ...(pieces === undefined ? [] : [`× ${pieces}`]),
      ...(serial === undefined ? [] : [serial]),
    ].join(' ');
  return (record) => {
    const note = record.note === undefined ? [] : [[t('note'), record.note] as const];
    if ('notDone' in record) return new Map([[t('result'), t(`notDoneReasons.${record.notDone}`)] as const, ...note]);
    const matter = record.customersMatter;
    const done = record.done.map((entry) => {
      const { entry: name, about, more } = toDoneLine(entry);
      return [name, about, more].filter((one) => one !== null).join(' ');
    });
    const typed = record.counters.find(({ counter }) => counter === 'total')?.typed ?? null;
    return new Map([
      [
        t('result'),
        [t(`results.${record.result}`), ...(matter === undefined ? [] : [t(`customersMatters.${matter}`)])].join(', '),
      ],
      [t('times'), `${dates.dateTime(new Date(record.arrivedAt))} – ${dates.dateTime(new Date(record.leftAt))}`],
      ...record.parts.map((part) => [itemName(part.item), answer(part)] as const),
      ...(done.length === 0 ? [] : [[t('done'), done.join(', ')] as const]),
      ...(record.proposals ?? []).map(({ proposalId, isDone, reason }) => {
        const setting = subject.settings.find((one) => one.proposalId === proposalId);
        const words = [t(`setting.${isDone ? 'set' : 'notSet'}`), ...(reason === undefined ? [] : [reason])];
        return [setting === undefined ? t('setBack') : `${setting.code} → ${setting.to}`, words.join(', ')] as const;
      }),
      ...record.conditions.map(({ conditionId, outcome, reason }) => {
        const known = subject.conditions.find((one) => one.conditionId === conditionId);
        const words = [t(`outcomes.${outcome}`), ...(reason === undefined ? [] : [reason])];
        return [known === undefined ? t('formerCondition') : headlineOf(known), words.join(', ')] as const;
      }),
      ...(typed === null ? [] : [[t('counter'), format.number(typed)] as const]),
      ...(record.testPages === undefined ? [] : [[t('testPages'), format.number(record.testPages)] as const]),
      ...((record.findings ?? []).length === 0
        ? []
        : [[t('findings'), (record.findings ?? []).map((one) => t(`findingWords.${one}`)).join(', ')] as const]),
      ...(record.remains === undefined ? [] : [[t('remains'), record.remains] as const]),
      ...note,
    ]);
  };
}
