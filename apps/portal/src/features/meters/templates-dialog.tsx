import type { MeterTemplate } from '@platen/contract/meter-exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRefusal } from '../../editing/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import styles from './meters.module.css';
import { meterQueries, removeTemplate } from './queries.ts';
import { TemplateForm } from './template-form.tsx';

interface TemplatesProps {
  /** The close on which a template is tried. */
  readonly closeId: string;
  readonly closeName: string;
  readonly mayClose: boolean;
  readonly onClose: () => void;
}

/** The templates for files (MX-04): shipped ones to copy, own ones to change. */
export function TemplatesDialog({ closeId, closeName, mayClose, onClose }: TemplatesProps) {
  const t = useTranslations('meters.templates');
  const client = useQueryClient();
  const query = useQuery(meterQueries.templates);
  const [edited, setEdited] = useState<{ readonly from: MeterTemplate; readonly isNew: boolean }>();
  const refresh = async () => await client.invalidateQueries({ queryKey: meterQueries.templates.queryKey });
  const removing = useMutation({ mutationFn: removeTemplate, onSettled: refresh });
  const problem = useRefusal(removing.error);
  if (edited !== undefined)
    return (
      <TemplateForm
        {...edited}
        closeId={closeId}
        closeName={closeName}
        onSaved={() => {
          setEdited(undefined);
          void refresh();
        }}
        onClose={() => setEdited(undefined)}
      />
    );
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <PanelBody state={toPanelState(query, 4)}>
        <ul className={styles.plain}>
          {query.data?.map((one) => (
            <li key={one.templateId}>
              <b>{one.name}</b> <span className="quiet">{one.isShipped ? t('shipped') : t(`shapes.${one.shape}`)}</span>{' '}
              {mayClose ? (
                <Button
                  variant="link"
                  onClick={() => setEdited({ from: { ...one, name: t('copyName', { name: one.name }) }, isNew: true })}
                >
                  {t('copy')}
                </Button>
              ) : null}{' '}
              {mayClose && !one.isShipped ? (
                <>
                  <Button variant="link" onClick={() => setEdited({ from: one, isNew: false })}>
                    {t('edit')}
                  </Button>{' '}
                  <Button variant="link" busy={removing.isPending} onClick={() => removing.mutate(one)}>
                    {t('remove')}
                  </Button>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      </PanelBody>
      <p role="alert">{problem}</p>
    </Dialog>
  );
}
