import { isKeyOf } from '@platen/catalogue/supply-phrase';
import { comparedAs, fleetSource, judgementRun, seenReplacement } from '@platen/contract/constants';
import type { EvidenceEntry } from '@platen/contract/details';
import { use } from 'react';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import styles from './evidence.module.css';
import { EvidenceContext, type NamedInputs, toAddress, toContradictions, toRawLines } from './evidence-source.ts';
import type { ShownFigure } from './figure-arithmetic.tsx';
import { later } from './later.tsx';
import { isStale, useAgeText, useDates, useMinute } from './use-dates.ts';

/** Comes with the first card of a calculated figure. */
const FigureArithmetic = later(async () => (await import('./figure-arithmetic.tsx')).FigureArithmetic);

interface FactsCardProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly facts: readonly { readonly name: string; readonly lines: readonly string[] }[];
}

/** A card of named facts alone: of a figure that comes with all that it rests on. */
export function FactsCard({ title, note, facts }: FactsCardProps) {
  return (
    <>
      <b className={styles.title}>{title}</b>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <dl className={styles.facts}>
        {facts.map(({ name, lines }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>
              {lines.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Card of one value: source, raw reading, rule, age, and its way from the printer to here. */
export function EvidenceCard({
  title,
  path,
  note,
  reading,
  inputs,
}: {
  title: string;
  path: string | undefined;
  note: string | undefined;
  reading: Partial<EvidenceEntry> | undefined;
  inputs: readonly NamedInputs[] | undefined;
}) {
  const source = use(EvidenceContext);
  const entry = source.state === 'ready' && path !== undefined ? source.entries[path] : undefined;
  const figure = source.state === 'ready' && path !== undefined ? source.figures[entry?.figure ?? path] : undefined;
  return (
    <>
      <b className={styles.title}>{title}</b>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {entry !== undefined ? (
        <Known
          entry={reading === undefined ? entry : { ...entry, ...reading }}
          figures={inputs ?? (figure === undefined ? [] : [figure])}
        />
      ) : inputs !== undefined ? (
        <dl className={styles.facts}>
          <Arithmetic figures={inputs} />
        </dl>
      ) : path === undefined && note !== undefined ? null : (
        <Missing />
      )}
    </>
  );
}

/** Why there is no evidence: it could not be loaded, is on its way, or there is none. */
function Missing() {
  const source = use(EvidenceContext);
  const t = useTranslations('evidence');
  const common = useTranslations('common');
  if (source.state === 'failed')
    return (
      <p className={styles.note}>
        {t('failed')} <span className="code">{source.errorCode}</span>
      </p>
    );
  return <p className={styles.note}>{source.state === 'loading' ? common('loading') : t('none')}</p>;
}

function Arithmetic({ figures }: { figures: readonly ShownFigure[] }) {
  if (figures.length === 0) return null;
  return <FigureArithmetic figures={figures} />;
}

function Known({ entry, figures }: { entry: EvidenceEntry; figures: readonly ShownFigure[] }) {
  const t = useTranslations('evidence');
  const age = useAgeText();
  const now = useMinute();
  const observed = new Date(entry.observedAt);
  const judged = useJudgedTexts()(entry);
  const address = judged === undefined ? toAddress(entry) : undefined;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('source')}</dt>
        <dd>
          {judged?.source ?? t(`protocol.${entry.protocol}`)}
          {address === undefined ? null : <div className={`code ${styles.raw}`}>{address}</div>}
        </dd>
        <dt>{t('raw')}</dt>
        <dd className={judged === undefined ? `code ${styles.raw}` : undefined}>
          {(judged?.raw ?? toRawLines(entry).map(({ name, raw }) => `${name} = ${raw}`)).map((text, line) => (
            // The lines of one reading never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={line}>{text}</div>
          ))}
        </dd>
        <Contradictions entry={entry} />
        <dt>{t('ruleLabel')}</dt>
        <dd>{judged?.rule ?? t(`rule.${entry.rule}`)}</dd>
        <Arithmetic figures={figures} />
        <dt>{t('age')}</dt>
        <dd data-stale={isStale(observed, now)}>{age.ago(observed, now)}</dd>
      </dl>
      {entry.receivedAt === null ? null : <Chain entry={entry} receivedAt={entry.receivedAt} now={now} />}
    </>
  );
}

/** Other sources that do not agree: the value above won over them, and a reader may judge. */
function Contradictions({ entry }: { entry: EvidenceEntry }) {
  const t = useTranslations('evidence');
  const lines = toContradictions(entry);
  if (lines.length === 0) return null;
  return (
    <>
      <dt>{t('contradictedBy')}</dt>
      <dd>
        {lines.map(({ protocol, name, raw }) => (
          <div key={`${protocol} ${name}`}>
            {t(`protocol.${protocol}`)}
            <div className={`code ${styles.raw}`}>{`${name} = ${raw}`}</div>
          </div>
        ))}
      </dd>
    </>
  );
}

/** Printer, collector, portal with their times; a device that reports by itself has no collector. */
function Chain({ entry, receivedAt, now }: { entry: EvidenceEntry; receivedAt: string; now: Date }) {
  const t = useTranslations('evidence');
  const dates = useDates();
  const stations = [
    { name: t('printer'), at: entry.observedAt },
    ...(entry.collector === null ? [] : [{ name: entry.collector, at: entry.observedAt }]),
    { name: t('portal'), at: receivedAt },
  ];
  return (
    <ol className={styles.chain} aria-label={t('chain')}>
      {stations.map(({ name, at }) => (
        <li key={name}>
          <span>{name}</span>
          <small>{dates.moment(new Date(at), now)}</small>
        </li>
      ))}
    </ol>
  );
}

interface Texts {
  readonly source: string;
  /** Undefined: the raw values as they are. */
  readonly raw?: readonly string[];
  readonly rule: string;
}

const rawForm = /^(\d+)(?: \((\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})\))?$/;

/** Readings a judged figure was made of, `34 (2026-08-01/2026-11-20)`; undefined for any other text. */
export function readJudgedRaw(raw: string): { readings: number; from?: string; to?: string } | undefined {
  const [, readings, from, to] = rawForm.exec(raw) ?? [];
  if (readings === undefined) return undefined;
  return from === undefined || to === undefined
    ? { readings: Number(readings) }
    : { readings: Number(readings), from, to };
}

/**
 * Texts for a figure that the portal judged itself: `entry.source` names the method. Undefined for every
 * other value, and on screens that come without these texts.
 */
function useJudgedTexts(): (entry: EvidenceEntry) => Texts | undefined {
  // The texts come with the device screens; the type knows them everywhere.
  const known: Partial<ReturnType<typeof useMessages>> = useMessages();
  const t = useTranslations();
  const format = useFormatter();
  const dates = useDates();
  const { judged } = known;
  const day = (text: string) => format.dateTime(new Date(`${text}T12:00:00Z`), 'date', { timeZone: 'UTC' });
  return ({ rule, source, raw, also }) => {
    if (judged !== undefined && source === seenReplacement)
      return { source: t('judged.source'), rule: t('judged.seenReplacement') };
    if (judged !== undefined && source === judgementRun)
      return { source: t('judged.source'), rule: t('judged.judgementRun') };
    const used = readJudgedRaw(raw);
    if (judged !== undefined && source.startsWith(fleetSource) && used !== undefined) {
      const scope = also?.find(({ name }) => name === comparedAs)?.raw;
      const name = source.slice(fleetSource.length);
      return {
        source:
          scope !== undefined && isKeyOf(judged.fleetOf, scope)
            ? t(`judged.fleetOf.${scope}`, { name })
            : t('judged.fleet', { name }),
        raw: [t('judged.fleetDevices', { count: used.readings })],
        rule: t('judged.fleetRule'),
      };
    }
    if (judged === undefined || rule !== 'derived' || used === undefined || !isKeyOf(judged.rule, source))
      return undefined;
    const withheld = also?.find(({ name }) => name === 'withheldBecause')?.raw;
    const judgedAt = also?.find(({ name }) => name === 'judgedAt')?.raw;
    const needed = Number(also?.find(({ name }) => name === 'neededReadings')?.raw);
    return {
      source: t('judged.source'),
      raw: [
        ...(withheld !== undefined && isKeyOf(judged.withheld, withheld) ? [t(`judged.withheld.${withheld}`)] : []),
        t('judged.used', { count: used.readings }),
        ...(used.from === undefined || used.to === undefined
          ? []
          : [t('judged.days', { from: day(used.from), to: day(used.to) })]),
        ...(Number.isFinite(needed) ? [t('judged.needed', { count: needed })] : []),
        ...(judgedAt === undefined ? [] : [t('judged.at', { at: dates.dateTime(new Date(judgedAt)) })]),
      ],
      rule: t(`judged.rule.${source}`),
    };
  };
}
