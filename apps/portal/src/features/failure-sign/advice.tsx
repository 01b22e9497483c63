import { useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './failure-sign.module.css';
import { toBring } from './to-bring.ts';
import { gravestOf, gravity, type Sign, toSign } from './to-sign.ts';
import { useWords } from './use-words.ts';

/**
 * What to do, gravest first, each advice once (FS-21); without one, that nothing is needed, or that the history is too
 * short to tell. Below it what to load for the visit.
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
    .toSorted((a, b) => gravity(toSign(a)) - gravity(toSign(b)));
  const gravest = gravestOf(signs);
  return (
    <>
      {ids.length === 0 ? (
        <p className={styles.advice} data-sign={gravest}>
          {t(gravest === 'withheld' ? 'withheld' : 'none')}
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
