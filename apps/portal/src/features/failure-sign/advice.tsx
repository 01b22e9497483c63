import { useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './failure-sign.module.css';
import { toBring } from './to-bring.ts';
import { mostSevereOf, severityRank, type Sign, toSign } from './to-sign.ts';
import { useWords } from './use-words.ts';

/**
 * What to do, most severe first, each advice once (FS-21); without advice, that nothing is needed, or that
 * the history is too short for a judgement. Below it the parts to load for the visit.
 */
export function Advice({
  messageIds,
  signs,
  series,
}: {
  messageIds: readonly (string | null)[];
  signs: readonly Sign[];
  series: string | null;
}) {
  const t = useTranslations('failureSign.advice');
  const words = useWords();
  const ids = [...new Set(messageIds)]
    .flatMap((id) => (id === null ? [] : [id]))
    .toSorted((a, b) => severityRank(toSign(a)) - severityRank(toSign(b)));
  const mostSevere = mostSevereOf(signs);
  return (
    <>
      {ids.length === 0 ? (
        <p className={styles.advice} data-sign={mostSevere}>
          {t(mostSevere === 'withheld' ? 'withheld' : 'none')}
        </p>
      ) : (
        ids.map((id) => (
          <p key={id} className={styles.advice} data-sign={toSign(id)}>
            {words.advice(id)}
          </p>
        ))
      )}
      <Bring messageIds={ids} series={series} />
    </>
  );
}

function Bring({ messageIds, series }: { messageIds: readonly string[]; series: string | null }) {
  const t = useTranslations('failureSign.advice');
  const parts = toBring(messageIds, series, environment().locale);
  if (parts.length === 0) return null;
  return (
    <dl className={styles.bring}>
      <dt>
        <Icon name="box" />
        {t('bring')}
      </dt>
      {parts.map(({ code, name }) => (
        <dd key={code}>
          {name === undefined ? null : <b>{name}</b>} <span className="code">{code}</span>
        </dd>
      ))}
    </dl>
  );
}
