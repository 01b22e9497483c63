import { polygonMotorDays } from '@platen/contract/constants';
import { useFormatter, useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import { inPrintOrder } from '../../ui/print-colors.ts';
import { Unknown } from '../../ui/readout.tsx';
import { ColorName, Figure, Missing } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { PolygonalMotors, PredictionQueries } from './predictions.ts';
import { Advice, SignPanel } from './sign-panel.tsx';
import { isWithheld, mostSevereOf, toSign } from './to-sign.ts';
import { useCells } from './use-texts.ts';

type Motor = PolygonalMotors['polygonalMotorDetails'][number];

/** Polygonal motors by colour: starts counted over the last 30 days (FS-11, FS-12, FS-30). */
export function PolygonalPanel({
  query,
  series,
}: {
  query: PredictionQueries['polygonalMotor'];
  series: string | null;
}) {
  const t = useTranslations('failureSign');
  return (
    <SignPanel
      component="polygonalMotor"
      query={query}
      size="quarter"
      signOf={({ polygonalMotorDetails }) =>
        mostSevereOf(polygonalMotorDetails.map(({ messageId, basis }) => toSign(messageId, basis)))
      }
      note={() => t('note.polygonalMotor')}
      renderActions={({ polygonalMotorDetails }) => <Actions motors={inPrintOrder(polygonalMotorDetails)} />}
    >
      {({ polygonalMotorDetails, messageId }) => {
        const motors = inPrintOrder(polygonalMotorDetails);
        return (
          <>
            <dl className={styles.rows}>
              {motors.map((motor) => (
                <Row key={motor.color} motor={motor} />
              ))}
            </dl>
            <Advice
              messageIds={motors.map((motor) => motor.messageId)}
              whole={messageId}
              signs={motors.map((motor) => toSign(motor.messageId, motor.basis))}
              series={series}
            />
          </>
        );
      }}
    </SignPanel>
  );
}

function Actions({ motors }: { motors: readonly Motor[] }) {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const cells = useCells();
  return (
    <TableActions
      name={t('component.polygonalMotor')}
      columns={[t('part.color'), t('horizon.state'), t('file.increments', { days: polygonMotorDays })]}
      toRows={() =>
        motors.map(({ color, count30Days, messageId, basis }) => [
          common(`color.${color}`),
          cells.missing(basis) ?? cells.sign(toSign(messageId, basis)),
          count30Days ?? common('notReported'),
        ])
      }
    />
  );
}

function Row({ motor: { color, count30Days, messageId, basis } }: { motor: Motor }) {
  const common = useTranslations('common');
  const t = useTranslations('failureSign');
  const format = useFormatter();
  return (
    <div data-sign={toSign(messageId, basis)}>
      <dt>
        <ColorName color={color} />
      </dt>
      <dd>
        {basis !== undefined && isWithheld(basis) ? <Missing basis={basis} /> : null}{' '}
        {count30Days === null ? (
          <Unknown boxed>{common('notReported')}</Unknown>
        ) : (
          <Figure
            title={`${t('component.polygonalMotor')} ${common(`color.${color}`)}`}
            path={`predictions.polygonalMotor.${color}.count30Days`}
          >
            {format.number(count30Days)}
          </Figure>
        )}
      </dd>
    </div>
  );
}
