import type { VisitEffectsTexts } from '@platen/catalogue/texts/types';
import type { VisitEffect } from '@platen/contract/visit-effects';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { lazyTexts } from '../platform/load-once.ts';
import { AddedTexts } from '../ui/added-texts.tsx';
import { Evidence } from '../ui/evidence.tsx';
import { FactsCard } from '../ui/evidence-card.tsx';
import styles from './effect-line.module.css';
import { deviceEffectsQuery } from './queries.ts';
import { useEffectWords } from './use-effect-words.ts';

const loadTexts = lazyTexts<VisitEffectsTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/visit-effects-ja-jp')
    : import('@platen/catalogue/texts/visit-effects-en-us'),
);

/** What a visit changed, one line for each rate with its card (VE-05, GE-10). None: nothing. */
export function EffectLines({ effects }: { readonly effects: readonly VisitEffect[] }) {
  if (effects.length === 0) return null;
  return (
    <AddedTexts load={loadTexts}>
      <Lines effects={effects} />
    </AddedTexts>
  );
}

/**
 * The same for one visit of a device, of the last ten that were recorded. While the server is asked there
 * is nothing.
 */
export function EffectsOfVisit({ deviceId, visitId }: { readonly deviceId: string; readonly visitId: string }) {
  const { data, isError } = useQuery(deviceEffectsQuery(deviceId));
  if (isError)
    return (
      <AddedTexts load={loadTexts}>
        <Failed />
      </AddedTexts>
    );
  return <EffectLines effects={data?.filter((effect) => effect.visitId === visitId) ?? []} />;
}

function Failed() {
  const t = useTranslations('effects');
  return <p className={styles.failed}>{t('failed')}</p>;
}

function Lines({ effects }: { readonly effects: readonly VisitEffect[] }) {
  const t = useTranslations('effects');
  return (
    <ul className={styles.lines} aria-label={t('label')}>
      {effects.map((effect) => (
        <EffectLine key={`${effect.visitId} ${effect.measure} ${effect.of}`} effect={effect} />
      ))}
    </ul>
  );
}

function EffectLine({ effect }: { readonly effect: VisitEffect }) {
  const words = useEffectWords()(effect);
  return (
    <li>
      <Evidence title={words.line} card={<FactsCard title={words.line} note={words.note} facts={words.facts} />}>
        {words.line}
      </Evidence>{' '}
      {words.range === undefined ? null : <span>({words.range})</span>}{' '}
      <b data-verdict={words.verdict}>{words.verdictText}</b>
    </li>
  );
}
