import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../api/account-queries.ts';
import { Link } from '../ui/link.tsx';

/**
 * Leads to all audit entries about a subject as these name it (`device:` and the id, `collector:` and the
 * name, `user:` and the subject of the sign-in), for users who may read the audit (OA-50).
 */
export function HistoryLink({ subject }: { readonly subject: string }) {
  const t = useTranslations('common');
  const { data: me } = useQuery(meQuery);
  if (!can(me, 'readAuditRecord')) return null;
  return (
    <Link to="/administration/$section" params={{ section: 'audit' }} search={{ subject }} data-print="none">
      {t('history')}
    </Link>
  );
}
