import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { span } from '../../../device/panel-grid.tsx';
import table from '../../../device/table.module.css';
import { TableFrame } from '../../../device/table-frame.tsx';
import { useMeterWords } from '../../../device/use-meter-words.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Panel } from '../../../ui/panel.tsx';
import styles from './ledger.module.css';
import { causesOf, isOpen, type LedgerBreak, toRows } from './ledger-model.ts';
import type { MeterLedger, NewCorrection } from './queries.ts';
import { useCorrect } from './use-correct.ts';

/** Readings in the table until all are asked for. */
const shownAtFirst = 24;

interface ReadingsPanelProps {
  readonly deviceId: string;
  readonly ledger: MeterLedger;
  /** Whose proof is shown. */
  readonly instant: string | undefined;
  readonly mayCorrect: boolean;
  readonly onChoose: (instant: string) => void;
}

/** Readings, newest first, with the breaks among them; each leads to its proof. */
export function ReadingsPanel({ deviceId, ledger, instant, mayCorrect, onChoose }: ReadingsPanelProps) {
  const t = useTranslations('ledger');
  const none = useTranslations('common')('none');
  const words = useMeterWords(ledger.zone);
  const [isWhole, setIsWhole] = useState(false);
  const { readings } = ledger;
  const rows = toRows(ledger, isWhole ? readings.length : shownAtFirst);
  const used = readings.findLast(({ at }) => instant !== undefined && at <= instant);
  const figures = ['raw', 'offset', 'billed', 'rise'] as const;
  const title = t('readings.title');
  const figure = (value: number | null) => (value === null ? none : words.number(value));
  return (
    <Panel
      className={span(12)}
      title={title}
      note={t('readings.note', { count: readings.length })}
      aside={
        rows.length >= readings.length ? undefined : (
          <Button variant="link" onClick={() => setIsWhole(true)}>
            {t('readings.all', { count: readings.length })}
          </Button>
        )
      }
    >
      <TableFrame label={title}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('readings.at')}</th>
              <th scope="col">{t('readings.received')}</th>
              {figures.map((name) => (
                <th key={name} scope="col" className={table.figure}>
                  {t(`readings.${name}`)}
                </th>
              ))}
              <th scope="col">{t('readings.state')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) =>
              row.kind === 'break' ? (
                <tr key={`break ${row.found.after.at}`} className={styles.break}>
                  <td colSpan={7}>
                    <BreakLine
                      deviceId={deviceId}
                      ledger={ledger}
                      found={row.found}
                      offset={row.offset}
                      mayCorrect={mayCorrect}
                    />
                  </td>
                </tr>
              ) : (
                <tr
                  key={row.reading.at}
                  className={classNames(
                    row.reading.at === used?.at && styles.chosen,
                    row.reading.billed === null && styles.open,
                  )}
                >
                  <th scope="row">
                    <button
                      type="button"
                      className={styles.at}
                      aria-label={t('readings.show', { at: words.moment(row.reading.at) })}
                      aria-pressed={row.reading.at === used?.at}
                      onClick={() => onChoose(row.reading.at)}
                    >
                      {words.moment(row.reading.at)}
                    </button>
                  </th>
                  <td>{row.reading.receivedAt === null ? none : words.moment(row.reading.receivedAt)}</td>
                  <td className={table.figure}>{words.number(row.reading.raw)}</td>
                  <td className={table.figure}>{figure(row.reading.offset)}</td>
                  <td className={table.figure}>{figure(row.reading.billed)}</td>
                  <td className={table.figure}>
                    {row.reading.billed === null ? none : words.signed(row.reading.rise)}
                  </td>
                  <td>
                    {row.reading.source === 'report'
                      ? t(`states.${row.reading.state}`)
                      : `${t(`sources.${row.reading.source}`)}, ${t(`states.${row.reading.state}`)}`}
                    {row.reading.serial === undefined ? null : (
                      <span className="quiet"> {t('readings.as', { serial: row.reading.serial })}</span>
                    )}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </TableFrame>
    </Panel>
  );
}

const reasons = { boardExchanged: 'boardExchange', misread: 'misread' } as const;

/** What happened at a break, or what may have happened, with one press (LG-09, LG-10). */
function BreakLine({
  deviceId,
  ledger,
  found,
  offset,
  mayCorrect,
}: {
  readonly deviceId: string;
  readonly ledger: MeterLedger;
  readonly found: LedgerBreak;
  readonly offset: number | null;
  readonly mayCorrect: boolean;
}) {
  const t = useTranslations('ledger');
  const words = useMeterWords(ledger.zone);
  const { add, isBusy, problem } = useCorrect(deviceId, ledger.meter);
  const { kind, before, after, cause, healed, usual, statedBy } = found;
  const state = (name: NonNullable<LedgerBreak['cause']>) => {
    const reason = name === 'boardExchanged' || name === 'misread' ? reasons[name] : 'other';
    add({ kind: 'cause', at: after.at, cause: name, reason } satisfies NewCorrection);
  };
  const texts = [
    t(`breaks.${kind}`, { before: words.number(before.value), after: words.number(after.value) }),
    usual === null ? '' : t('breaks.usual', { value: words.number(Math.round(usual.value)) }),
    healed === null ? '' : t('breaks.healed', { value: words.number(healed.value), at: words.moment(healed.at) }),
    cause === null
      ? ''
      : statedBy === null
        ? t('breaks.cause', { cause: t(`causes.${cause}`) })
        : t('breaks.by', { cause: t(`causes.${cause}`), name: statedBy }),
    offset === null || cause === null ? '' : t('breaks.offset', { offset: words.number(offset) }),
    isOpen(found) ? t('breaks.ask') : '',
  ];
  return (
    <div className={styles.line}>
      <span>{texts.filter((text) => text !== '').join(' ')}</span>
      {isOpen(found) && mayCorrect ? (
        <span className={styles.choices}>
          {causesOf(found).map((name) => (
            <Button key={name} busy={isBusy} onClick={() => state(name)}>
              {t(`causes.${name}`)}
            </Button>
          ))}
        </span>
      ) : null}
      <span role="alert">{problem}</span>
    </div>
  );
}
