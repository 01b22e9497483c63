import { agreeToTerms } from '@platen/contract/account';
import { latestTermsVersion } from '@platen/contract/constants';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { agreedTermsQuery } from '../../api/account-queries.ts';
import { call } from '../../api/client.ts';
import { showError } from '../../platform/errors.ts';
import { toErrorState, toStateOf } from '../../platform/failure.ts';
import { logError } from '../../platform/log.ts';
import { closeSession } from '../../session/session.ts';
import { openReturnTarget, termsArea } from '../../session/session-areas.ts';
import { Button } from '../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import styles from './screen.module.css';
import { TermsText, TermsVersions } from './terms-text.tsx';

/**
 * Terms agreement (RT-05): Accept posts the latest version (TM-09), Decline closes the session (OQ-23).
 * The text is read whenever the screen opens: an organisation may have changed its own meanwhile (OA-04).
 */
export function TermsScreen() {
  const t = useTranslations('terms');
  const router = useRouter();
  const queryClient = useQueryClient();
  const terms = useQuery({ ...agreedTermsQuery, refetchOnMount: 'always' });
  const { data, isFetching } = terms;
  const own = data?.own;
  const latest = own?.version ?? latestTermsVersion;
  const accept = useMutation({
    mutationFn: async () => {
      const ofOrganisation = own === undefined ? {} : { organisationId: own.organisationId };
      return (await call(agreeToTerms, { body: { version: latest, ...ofOrganisation } })).data.status;
    },
    onError: (thrown) => showError(toStateOf(thrown)),
    onSuccess: async (status) => {
      if (status !== 'OK') {
        showError(toErrorState(101000));
        return;
      }
      termsArea.set({ latest, agreed: latest });
      queryClient.setQueryData(agreedTermsQuery.queryKey, { ...data, version: latest });
      await openReturnTarget(router);
    },
  });
  const decline = () => {
    closeSession().catch((thrown: unknown) => logError('the logout failed', thrown));
  };
  return (
    <div className={styles.terms}>
      <div className={styles.head}>
        <div className={styles.intro}>
          <h2>{t('heading')}</h2>
          <p>{own === undefined ? t('hint') : t('ownHint', { name: own.name })}</p>
        </div>
        <TermsVersions latest={latest} agreed={data?.version} />
      </div>
      <PanelBody state={toPanelState(terms, 6)}>
        <TermsText className={styles.text} own={own} />
      </PanelBody>
      <div className={styles.actions}>
        <Button onClick={decline}>{t('decline')}</Button>
        <Button
          variant="primary"
          busy={accept.isPending}
          disabled={data === undefined || isFetching}
          onClick={() => accept.mutate()}
        >
          {t('accept')}
        </Button>
      </div>
    </div>
  );
}
