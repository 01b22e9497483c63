import type { DeviceRecord, EntryProof } from '@platen/contract/visit-records';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Icon } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import styles from './record.module.css';

/** Which proof belongs to an entry; `draft`: a missing part, which the draft of the next visit answers. */
export type ProofKey = Pick<EntryProof, 'subject' | 'key'> | { readonly subject: 'draft' };

interface ProofProps {
  readonly of: ProofKey;
  readonly proofs: readonly EntryProof[];
  readonly record: DeviceRecord;
  readonly nextId: string | null;
}

/** What reports since say of one entry of a record, with a shape: proved, or something else reported. */
export function Proof({ of, proofs, record, nextId }: ProofProps) {
  const t = useTranslations('visitRecord');
  const words = useProofWords();
  if (of.subject === 'draft')
    return nextId === null ? null : (
      <Link to="/visits/$visitId" params={{ visitId: nextId }}>
        {t('newDraft')}
      </Link>
    );
  const proof = proofs.find(({ subject, key }) => subject === of.subject && key === of.key);
  if (proof === undefined) return null;
  return (
    <span className={styles.proof} data-state={proof.state}>
      {proof.state === 'contradicted' ? (
        <StatusShape status="warning" />
      ) : proof.state === 'proved' ? (
        <Icon name="check" />
      ) : null}{' '}
      {words(proof, record)}
    </span>
  );
}

function useProofWords(): (proof: EntryProof, record: DeviceRecord) => string {
  const t = useTranslations('visitRecord');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  return ({ subject, key, state, at, value }, { counters }) => {
    const moment = at === null ? '' : dates.moment(new Date(at), now);
    if (subject === 'part') return t(`proofs.part.${state}`, { at: at === null ? '' : dates.date(new Date(at)) });
    if (subject !== 'total') return t(`proofs.${subject}.${state}`, { at: moment, value: value ?? '' });
    const typed = counters.find(({ counter }) => counter === key)?.typed ?? null;
    if (state === 'awaited' || value === null || typed === null) return t('totalProof.awaited');
    const below = Number(value) - typed;
    if (below === 0) return t('totalProof.same', { at: moment });
    if (below < 0) return t('totalProof.above', { count: format.number(-below), at: moment });
    return t(state === 'proved' ? 'totalProof.below' : 'totalProof.tooFar', {
      count: format.number(below),
      at: moment,
    });
  };
}
