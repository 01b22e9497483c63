import { isKeyOf } from '@platen/catalogue/supply-phrase';
import { comparedAs, fleetSource, judgementRun, seenReplacement } from '@platen/contract/constants';
import type { EvidenceEntry } from '@platen/contract/details';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import { useDates } from './use-dates.ts';

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
export function useJudgedTexts(): (entry: EvidenceEntry) => Texts | undefined {
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
