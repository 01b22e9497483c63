import type { AlertRule } from '@platen/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { ruleQueries, useGiveRule } from '../queries.ts';
import styles from './dialogs.module.css';

interface GiveProps {
  readonly rule: AlertRule;
  readonly onClose: () => void;
}

/** Gives the rule to dealers, each as a rule of its own that is turned off (AR-17). */
export function GiveDialog({ rule, onClose }: GiveProps) {
  const t = useTranslations('rules.give');
  const dates = useDates();
  const query = useQuery(ruleQueries.dealers(rule.ruleId));
  const giving = useGiveRule();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const refusal = useRefusal(giving.error);
  const dealers = query.data ?? [];
  const namesOf = (result: 'full' | 'unknown') =>
    (giving.data ?? [])
      .filter((one) => one.result === result)
      .map(({ organisationId: id }) => dealers.find(({ organisationId }) => organisationId === id)?.name ?? '')
      .join(', ');
  if (giving.data !== undefined) {
    const [full, unknown] = [namesOf('full'), namesOf('unknown')];
    return (
      <Dialog
        title={t('title')}
        size="narrow"
        onClose={onClose}
        footer={
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            {t('close')}
          </Button>
        }
      >
        <output className={styles.given}>
          <p>{t('done', { count: giving.data.filter(({ result }) => result === 'given').length })}</p>
          {full === '' ? null : <p>{t('full', { names: full })}</p>}
          {unknown === '' ? null : <p>{t('unknown', { names: unknown })}</p>}
        </output>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      size="default"
      busy={giving.isPending}
      problem={isTried && chosen.length === 0 ? t('needed') : refusal}
      onSubmit={() => {
        setTried(true);
        if (chosen.length > 0) giving.mutate({ ...rule, organisationIds: chosen });
      }}
      onClose={onClose}
    >
      <p>{t('text')}</p>
      <p className="quiet">{t('scope')}</p>
      <PanelBody state={toPanelState(query, 3)}>
        {dealers.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <fieldset className={styles.dealers}>
            <legend>{t('dealers')}</legend>
            {dealers.map(({ organisationId: id, name, givenAt }) => (
              <label key={id}>
                <input
                  type="checkbox"
                  disabled={givenAt !== null}
                  checked={givenAt !== null || chosen.includes(id)}
                  onChange={() => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
                />
                <span>{name}</span>
                {givenAt === null ? null : (
                  <span className="quiet">{t('since', { date: dates.date(new Date(givenAt)) })}</span>
                )}
              </label>
            ))}
          </fieldset>
        )}
      </PanelBody>
    </FormDialog>
  );
}
