import type { FailureKind } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { toReasonText } from './model.ts';

interface FailureTextProps {
  readonly kind: FailureKind;
  readonly reason: string;
  /** The address it is about; null where nobody said. */
  readonly target: string | null;
}

/** What fails, in our words, and why, in the collector's own, which are English. */
export function FailureText({ kind, reason, target }: FailureTextProps) {
  const t = useTranslations('reporting.failure');
  const text = toReasonText(kind, reason, target);
  return (
    <>
      {t(kind)}
      {text !== '' && (
        <span className="quiet" lang="en">
          {' '}
          {text}
        </span>
      )}
    </>
  );
}
