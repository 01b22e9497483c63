import { imageControlErrorDays } from '@platen/contract/constants';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { Fact, Figure, MadeFigure, Missing } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { ImageControl, PredictionQueries } from './predictions.ts';
import { Advice, SignPanel } from './sign-panel.tsx';
import { isWithheld, mostSevereOf, toSign } from './to-sign.ts';
import { useCells } from './use-texts.ts';

const codes = ['CE20', 'CE40'] as const;
const signsOf = ({ errorCE20, errorCE40 }: ImageControl) =>
  [errorCE20, errorCE40].flatMap((one) => (one === null ? [] : [toSign(one.messageId, one.basis)]));

/** Image control errors CE20 and CE40 with their counts and when each was last seen (FS-10, FS-27, FS-28). */
export function ImageControlPanel({
  query,
  series,
}: {
  query: PredictionQueries['imageControlError'];
  series: string | null;
}) {
  const t = useTranslations('failureSign.imageControl');
  return (
    <SignPanel
      component="imageControlError"
      query={query}
      size="quarter"
      signOf={(errors) => mostSevereOf(signsOf(errors))}
      note={() => t('window', { days: imageControlErrorDays })}
      renderActions={(errors) => <Actions errors={errors} />}
    >
      {(errors) => (
        <>
          <dl className={styles.facts}>
            {codes.map((code) => (
              <Count key={code} code={code} count={errors[`error${code}`]} />
            ))}
          </dl>
          <ul className={styles.lines}>
            {codes.map((code) => (
              <Last key={code} code={code} count={errors[`error${code}`]} />
            ))}
          </ul>
          <Advice
            messageIds={[errors.errorCE20?.messageId ?? null, errors.errorCE40?.messageId ?? null]}
            whole={errors.errorMessage}
            signs={signsOf(errors)}
            series={series}
          />
        </>
      )}
    </SignPanel>
  );
}

function Actions({ errors }: { errors: ImageControl }) {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const dates = useDates();
  const cells = useCells();
  const title = t('component.imageControlError');
  return (
    <TableActions
      name={title}
      columns={[
        t('file.error'),
        t('horizon.state'),
        t('file.counted', { days: imageControlErrorDays }),
        t('file.lastOccurred'),
      ]}
      toRows={() =>
        codes.map((code) => {
          const one = errors[`error${code}`];
          if (one === null) return [code, null, t('imageControl.notCounted'), null];
          const { count, lastOccurredAt: at, messageId, basis } = one;
          return [
            code,
            cells.missing(basis) ?? cells.sign(toSign(messageId, basis)),
            count ?? common('notReported'),
            at === null ? null : dates.dateTime(new Date(at)),
          ];
        })
      }
    />
  );
}

interface CountProps {
  readonly code: (typeof codes)[number];
  readonly count: ImageControl['errorCE20'];
}

function Count({ code, count }: CountProps) {
  const format = useFormatter();
  return (
    <Fact label={code}>
      <Figure title={code} path={`predictions.imageControlError.error${code}.count`}>
        {count === null || count.count === null ? null : format.number(count.count)}
      </Figure>
    </Fact>
  );
}

function Last({ code, count }: CountProps) {
  const t = useTranslations('failureSign.imageControl');
  const heads = useTranslations('failureSign.file');
  const dates = useDates();
  if (count === null) return <li>{`${code}: ${t('notCounted')}`}</li>;
  const { lastOccurredAt: at, basis } = count;
  const toFigure = (text: ReactNode) => (
    <MadeFigure title={`${code}: ${heads('lastOccurred')}`} made="lastOccurred">
      {text}
    </MadeFigure>
  );
  return (
    <li>
      {at === null
        ? t('never', { error: code })
        : t.rich('last', {
            error: code,
            date: dates.dateTime(new Date(at)),
            value: toFigure,
          })}{' '}
      {basis !== undefined && isWithheld(basis) ? <Missing basis={basis} /> : null}
    </li>
  );
}
