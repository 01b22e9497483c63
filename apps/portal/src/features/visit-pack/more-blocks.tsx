import type { PackDevice } from '@platen/contract/visit-pack';
import type { DoneEntry } from '@platen/contract/visit-records';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { useItemWords } from '../../device/use-item-words.ts';
import { isRecord } from '../../platform/is-record.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { EffectLines } from '../../visit-effects/effect-line.tsx';
import { Block, type BlockProps, BlockTableHead, Fresh } from './block.tsx';
import { PaperMore } from './errors-block.tsx';
import { ForecastStrip } from './forecast-strip.tsx';
import moreStyles from './more.module.css';
import styles from './pack.module.css';

/** Names of counters and paper sources; one that the texts do not name is shown as it is. */
function useCounterName(): (name: string) => string {
  const t = useTranslations('visitPack.counters.names');
  return (name) => (isCounterName(name) ? t(name) : name);
}
const counterNames = [
  'total',
  'black',
  'color',
  'ADF',
  'bypass',
  'CST1',
  'CST2',
  'CST3',
  'CST4',
  'LCF',
  'TLCF',
  'OLCF',
  'O2LCF',
  'SFB',
  'ADU',
] as const;
const isCounterName = (name: string): name is (typeof counterNames)[number] => counterNames.some((one) => one === name);

/** Jams per 1,000 feeds by paper source, next to the usual of the model (VP-10). */
export function FeedsBlock({ device, prefix }: BlockProps) {
  const t = useTranslations('visitPack.feeds');
  const format = useFormatter();
  const dates = useDates();
  const name = useCounterName();
  const most = Math.max(2, ...device.feeds.flatMap(({ perThousand, usual }) => [perThousand ?? 0, usual ?? 0]));
  const place = (value: number) => `${(100 * value) / most}%`;
  const rate = (value: number) => format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Block id={`${prefix}feeds`} title={t('title')} note={t('since', { day: dates.date(new Date(device.since)) })}>
      {device.feeds.length === 0 ? (
        <p className="quiet">{t('nothing')}</p>
      ) : (
        <>
          <table className={moreStyles.feeds}>
            <BlockTableHead
              columns={[
                t('source'),
                { figure: t('feeds') },
                { figure: t('jams') },
                { figure: t('rate') },
                { figure: t('usual') },
                null,
              ]}
            />
            <tbody>
              {device.feeds.map(({ source, feeds, jams, perThousand, usual }) => {
                const isHigh = perThousand !== null && usual !== null && perThousand > 2 * usual && jams > 2;
                return (
                  <tr key={source} data-high={isHigh ? '' : undefined}>
                    <th scope="row">{name(source)}</th>
                    <td data-figure="">{format.number(feeds)}</td>
                    <td data-figure="">{format.number(jams)}</td>
                    <td data-figure="">{perThousand === null ? '-' : rate(perThousand)}</td>
                    <td data-figure="">{usual === null ? '-' : rate(usual)}</td>
                    <td className={moreStyles.rateCell}>
                      {perThousand === null ? (
                        <span className={styles.unknown}>{t('few')}</span>
                      ) : (
                        <svg className={moreStyles.rate} aria-hidden="true">
                          <rect width={place(perThousand)} height="8" y="4" />
                          {usual === null ? null : <line x1={place(usual)} x2={place(usual)} y1="1" y2="15" />}
                        </svg>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          {device.feeds.some(({ usual }) => usual !== null) ? <p className={styles.foot}>{t('upright')}</p> : null}
        </>
      )}
    </Block>
  );
}

/** Counters now, at the last visit, and the difference (VP-12). */
export function CountersBlock({ device: { counters }, prefix }: BlockProps) {
  const t = useTranslations('visitPack.counters');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const name = useCounterName();
  const number = (value: number | null) => (value === null ? '-' : format.number(value));
  return (
    <Block id={`${prefix}counters`} title={t('title')}>
      {counters.rows.length === 0 ? (
        <p className="quiet">{t('nothing')}</p>
      ) : (
        <table className={moreStyles.counters}>
          <BlockTableHead
            columns={[
              t('counter'),
              { figure: dates.moment(new Date(counters.at), now) },
              ...(counters.visitDay === null
                ? []
                : [
                    { figure: t('visit', { day: dates.date(toDate(counters.visitDay)) }) },
                    { figure: t('difference') },
                  ]),
            ]}
          />
          <tbody>
            {counters.rows.map((row) => (
              <tr key={row.name} data-total={row.name === 'total' ? '' : undefined}>
                <th scope="row">{name(row.name)}</th>
                <td data-figure="">{number(row.now)}</td>
                {counters.visitDay === null ? null : (
                  <>
                    <td data-figure="">{number(row.atVisit)}</td>
                    <td data-figure="">{row.difference === null ? '-' : `+${number(row.difference)}`}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {counters.pagesAMonth === null ? null : (
        <p className={styles.foot}>{t('average', { pages: counters.pagesAMonth })}</p>
      )}
    </Block>
  );
}

/** The next 8 weeks: a strip on the screen, a line on paper (VP-13, amendment to VP-16). */
export function ForecastBlock({ pack, device, prefix }: BlockProps) {
  const t = useTranslations('visitPack.forecast');
  const common = useTranslations('common');
  const dates = useDates();
  const now = useMinute();
  const words = useItemWords();
  const { lines, later } = device.forecast;
  return (
    <Block
      id={`${prefix}forecast`}
      title={t('title')}
      note={device.judgedAt === null ? undefined : t('judged', { at: dates.moment(new Date(device.judgedAt), now) })}
      className={styles.wide}
    >
      {lines.length + later.length === 0 ? <p className="quiet">{t('nothing')}</p> : null}
      <ForecastStrip lines={lines} from={pack.madeAt.slice(0, 10)} />
      {later.length === 0 ? null : (
        <p className={styles.foot}>{t('later', { items: later.map(words).join(common('list.separator')) })}</p>
      )}
    </Block>
  );
}

/** Codes that changed since the last visit, each between two readings (VP-11). */
export function CodesBlock({ device, isNew, prefix }: BlockProps) {
  const t = useTranslations('visitPack.codes');
  const dates = useDates();
  const { changes, count, adjusting } = device.codes;
  const day = (at: string) => dates.date(new Date(at));
  return (
    <Block
      id={`${prefix}codes`}
      title={t(device.lastVisitAt === null ? 'titleDays' : 'title')}
      note={count === 0 ? undefined : t('note', { count })}
      className={styles.wide}
    >
      {count === 0 ? (
        <p className="quiet">{t('nothing')}</p>
      ) : (
        <table className={moreStyles.codes}>
          <BlockTableHead
            columns={[t('code'), { figure: t('before') }, { figure: t('now') }, { figure: t('usual') }, t('between')]}
          />
          <tbody>
            {changes.map((change) => (
              <tr key={`${change.code} ${change.after}`} data-level={change.level ?? ''}>
                <th scope="row" className="code">
                  {change.code} <Fresh when={isNew('codes', `${change.code} ${change.after}`)} />
                </th>
                <td data-figure="">{change.before ?? '-'}</td>
                <td data-figure="">{change.after}</td>
                <td data-figure="">{change.usual ?? '-'}</td>
                <td>
                  {t('span', { from: day(change.lastBefore), to: day(change.firstAfter) })}{' '}
                  <span className="quiet">{t(`context.${change.context}`)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > changes.length ? <p className="quiet">{t('rest', { count: count - changes.length })}</p> : null}
      {adjusting > 0 ? <p className={styles.foot}>{t('adjusting', { count: adjusting })}</p> : null}
    </Block>
  );
}

type Past = PackDevice['before'][number];

/** The last three visits; on paper the last one alone (VP-14, amendment to VP-16). */
export function BeforeBlock({ device, isNew, prefix }: BlockProps) {
  const t = useTranslations('visitPack.before');
  const dates = useDates();
  return (
    <Block id={`${prefix}before`} title={t('title')} note={device.before.length > 0 ? t('note') : undefined}>
      {device.before.length === 0 ? <p className="quiet">{t('nothing')}</p> : null}
      <ul className={moreStyles.before}>
        {device.before.map((visit, index) => (
          <li key={visit.visitId} className={index > 0 ? styles.noPaper : ''}>
            <span>{visit.day === null ? '-' : dates.date(toDate(visit.day))}</span>
            <div>
              <span className={moreStyles.pastHead}>
                <span>{visit.technician}</span> <PastResult visit={visit} />{' '}
                <Fresh when={isNew('before', `${visit.visitId} ${visit.record?.revision ?? 0}`)} />
              </span>
              <PastWork visit={visit} />
              <EffectLines effects={visit.effects} />
            </div>
          </li>
        ))}
      </ul>
      {device.before.length > 1 ? <PaperMore count={device.before.length - 1} /> : null}
    </Block>
  );
}

function PastResult({ visit: { record } }: { readonly visit: Past }) {
  const t = useTranslations('visitPack.before');
  if (record === null) return <span className="quiet">{t('notRecorded')}</span>;
  return <b>{'result' in record.record ? t(`result.${record.record.result}`) : t('notDone')}</b>;
}

/** What was done besides the parts (VR-03), in words. */
function useDoneText(): (entry: DoneEntry) => string {
  const t = useTranslations('visitPack.before.done');
  const words = useItemWords();
  const names = useCounterName();
  return (entry) => {
    switch (entry.done) {
      case 'other':
        return entry.text;
      case 'codeSet':
        return t('codeSet', { code: [entry.kind, entry.main, entry.sub ?? 0].join('-'), to: entry.to });
      case 'firmware':
        return t('firmware', { to: entry.to });
      case 'exchanged':
        return t(entry.what);
      case 'cleaned':
      case 'adjusted':
        return t(entry.done, { item: isCounterName(entry.item) ? names(entry.item) : words(entry.item) });
      case 'clearedPaper':
      case 'configuredNetwork':
      case 'trainedUser':
        return t(entry.done);
      default:
        return entry satisfies never;
    }
  };
}

function PastWork({ visit: { record, note } }: { readonly visit: Past }) {
  const t = useTranslations('visitPack.before');
  const common = useTranslations('common');
  const words = useItemWords();
  const toDone = useDoneText();
  const body = record?.record;
  const replaced =
    body !== undefined && 'parts' in body ? body.parts.filter(({ answer }) => answer === 'replaced') : [];
  const texts = [
    replaced.length === 0
      ? undefined
      : t('replaced', { parts: replaced.map(({ item }) => words(item)).join(common('list.separator')) }),
    ...(body !== undefined && 'done' in body ? body.done.map(toDone) : []),
    isRecord(body) && typeof body['note'] === 'string' ? body['note'] : (note ?? undefined),
  ].filter((one) => one !== undefined);
  return texts.length === 0 ? null : <span>{texts.join('. ')}</span>;
}

/** Notes of the device and of this visit (VP-15). */
export function NotesBlock({ pack, device, isNew, prefix }: BlockProps) {
  const t = useTranslations('visitPack.notes');
  const dates = useDates();
  const isEmpty = device.notes.length === 0 && pack.note === null;
  return (
    <Block id={`${prefix}notes`} title={t('title')} className={classNames(styles.full)}>
      {isEmpty ? <p className="quiet">{t('nothing')}</p> : null}
      <ul className={moreStyles.notes}>
        {pack.note === null ? null : (
          <li>
            <span className="quiet">{t('visit')}</span>
            <p>
              {pack.note} <span className="quiet">{pack.madeBy?.name}</span>
            </p>
          </li>
        )}
        {device.notes.map((note, index) => (
          <li key={note.noteId} className={index > 1 ? styles.noPaper : ''}>
            <span className="quiet">{t('device')}</span>
            <p>
              {note.text}{' '}
              <span className="quiet">
                {note.by?.name} {dates.date(new Date(note.at))}
              </span>{' '}
              <Fresh when={isNew('notes', note.noteId)} />
            </p>
          </li>
        ))}
      </ul>
      {device.notes.length > 2 ? <PaperMore count={device.notes.length - 2} /> : null}
    </Block>
  );
}
