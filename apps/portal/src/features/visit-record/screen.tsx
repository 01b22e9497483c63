import { partWords } from '@platen/catalogue/part-words';
import { toSupplyName } from '@platen/catalogue/supply-phrase';
import type { VisitRecordTexts } from '@platen/catalogue/texts/types';
import type { DeviceRecord } from '@platen/contract/visit-records';
import type { Visit, VisitDevice } from '@platen/contract/visits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../device/use-headline.ts';
import { toMessage } from '../../platform/application-message.ts';
import { environment } from '../../platform/environment.ts';
import { toStateOf } from '../../platform/failure.ts';
import { lazyTexts } from '../../platform/load-texts.ts';
import { ScreenWithTexts } from '../../ui/added-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { readDraft, writeDraft } from './drafts.ts';
import { saveDevice, visitQuery } from './queries.ts';
import styles from './record.module.css';
import { RecordForm } from './record-form.tsx';
import { toSubject } from './to-subject.ts';

const loadTexts = lazyTexts<VisitRecordTexts>((locale) =>
  locale === 'ja-jp'
    ? import('@platen/catalogue/texts/visit-record-ja-jp')
    : import('@platen/catalogue/texts/visit-record-en-us'),
);

/** '/visits/{id}/record': the record of each device of a visit (VR-01). */
export function VisitRecordScreen() {
  return (
    <ScreenWithTexts load={loadTexts} rows={10}>
      <Visited />
    </ScreenWithTexts>
  );
}

function Visited() {
  const t = useTranslations('visitRecord');
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '';
  const visitId = /\/visits\/([^/]+)\/record/i.exec(path)?.[1] ?? '';
  const query = useQuery(visitQuery(visitId));
  if (query.data !== undefined) return <Devices visit={query.data} />;
  return (
    <div className="page" aria-label={t('loading')}>
      <PanelBody state={toPanelState(query, 10)} />
    </div>
  );
}

function Devices({ visit }: { readonly visit: Visit }) {
  const t = useTranslations('visitRecord');
  const first = visit.devices.findIndex(({ state }) => state === 'open');
  const [at, setAt] = useState(Math.max(0, first));
  const device = visit.devices[at];
  return (
    <div className="page">
      {visit.devices.length < 2 ? null : (
        <nav className={styles.choice} aria-label={t('devices')}>
          {visit.devices.map((one, n) => (
            <Button
              key={one.deviceId}
              variant={n === at ? 'primary' : 'default'}
              aria-current={n === at ? 'true' : undefined}
              onClick={() => setAt(n)}
            >
              {t('device', { index: n + 1, count: visit.devices.length })} {one.serial}
            </Button>
          ))}
        </nav>
      )}
      {visit.state === 'done' ? <output>{t('savedAll')}</output> : null}
      {device === undefined ? null : <OfDevice key={device.deviceId} visit={visit} device={device} />}
    </div>
  );
}

function OfDevice({ visit, device }: { readonly visit: Visit; readonly device: VisitDevice }) {
  const t = useTranslations('visitRecord');
  const status = useTranslations('status');
  const headlines = useTranslations('headlines');
  const headline = useHeadline();
  const client = useQueryClient();
  const place = { visitId: visit.visitId, deviceId: device.deviceId };
  const [draft, setDraft] = useState(() => readDraft(place));
  const save = useMutation({
    mutationFn: (record: DeviceRecord) => saveDevice(visit, device, record),
    onSuccess: ({ state }) => {
      if (state !== 'refused') writeDraft(place, undefined);
      if (state === 'waiting') return undefined;
      return client.invalidateQueries({ queryKey: visitQuery(visit.visitId).queryKey });
    },
  });
  const itemName = (item: string) => {
    const color = /^toner\.(\w+)$/.exec(item)?.[1];
    if (color !== undefined) return status(`supplyName.${toSupplyName(color) ?? 'other'}`);
    return partWords(item, environment().locale) ?? headlines('part', { code: item });
  };
  return (
    <>
      <h2>
        {device.model} <span className="code">{device.serial}</span>
      </h2>
      {save.data?.state === 'waiting' ? (
        <output>
          {t('waiting')} <Link to="/visits/records">{t('records')}</Link>
        </output>
      ) : null}
      {device.record === null ? null : <p className="quiet">{t('alreadyRecorded')}</p>}
      {save.data?.state === 'waiting' ? null : (
        <RecordForm
          subject={toSubject(device)}
          draft={draft}
          onChange={(next) => {
            writeDraft(place, next);
            setDraft(next);
          }}
          itemName={itemName}
          headlineOf={(id) => {
            const condition = device.conditions.find(({ conditionId }) => conditionId === id);
            return condition === undefined ? id : headline(condition);
          }}
          busy={save.isPending}
          problem={
            save.error !== null
              ? toMessage(toStateOf(save.error).errorCode)
              : save.data?.refusal
                ? toMessage(save.data.refusal.code)
                : undefined
          }
          onSave={(record) => save.mutate(record)}
        />
      )}
    </>
  );
}
