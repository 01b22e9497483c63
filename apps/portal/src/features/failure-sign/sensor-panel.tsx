import { useFormatter, useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import { inPrintOrder } from '../../ui/print-colors.ts';
import { ColorName, Figure, MadeFigure } from './facts.tsx';
import styles from './failure-sign.module.css';
import type { ImageSensors, PredictionQueries } from './predictions.ts';
import { Advice, SignPanel } from './sign-panel.tsx';
import { mostSevereOf, toSign } from './to-sign.ts';
import { useCells } from './use-texts.ts';

type Sensor = ImageSensors['predictionSensors'][number];

/** Image quality sensors: level of each colour against the lower limit (FS-06). */
export function SensorPanel({
  query,
  series,
}: {
  query: PredictionQueries['imageQualitySensor'];
  series: string | null;
}) {
  const t = useTranslations('failureSign');
  return (
    <SignPanel
      component="imageQualitySensor"
      query={query}
      size="quarter"
      signOf={({ predictionSensors }) =>
        mostSevereOf(predictionSensors.map(({ messageId, basis }) => toSign(messageId, basis)))
      }
      note={() => t('note.imageQualitySensor')}
      renderActions={({ predictionSensors }) => <Actions sensors={inPrintOrder(predictionSensors)} />}
    >
      {({ predictionSensors, messageId }) => {
        const sensors = inPrintOrder(predictionSensors);
        return (
          <>
            <dl className={styles.bars}>
              {sensors.map((sensor) => (
                <Bar key={sensor.color} sensor={sensor} />
              ))}
            </dl>
            <Advice
              messageIds={sensors.map((sensor) => sensor.messageId)}
              whole={messageId}
              signs={sensors.map((sensor) => toSign(sensor.messageId, sensor.basis))}
              series={series}
            />
          </>
        );
      }}
    </SignPanel>
  );
}

const levelOf = ({ actual }: Sensor): number | null => actual.findLast(({ value }) => value !== null)?.value ?? null;

function Actions({ sensors }: { sensors: readonly Sensor[] }) {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const cells = useCells();
  return (
    <TableActions
      name={t('component.imageQualitySensor')}
      columns={[t('part.color'), t('horizon.state'), t('part.level'), t('part.limit')]}
      toRows={() =>
        sensors.map((sensor) => [
          common(`color.${sensor.color}`),
          cells.sign(toSign(sensor.messageId, sensor.basis)),
          levelOf(sensor) ?? cells.missing(sensor.basis) ?? common('notReported'),
          sensor.threshold ?? t('part.noLimit'),
        ])
      }
    />
  );
}

function Bar({ sensor }: { sensor: Sensor }) {
  const { color, threshold, messageId, basis } = sensor;
  const t = useTranslations('failureSign.part');
  const common = useTranslations('common');
  const format = useFormatter();
  const level = levelOf(sensor);
  const bar = toBar(level, threshold);
  return (
    <div className={styles.bar} data-sign={toSign(messageId, basis)}>
      <dt>
        <ColorName color={color} />
      </dt>
      <dd className={styles.channel} data-unknown={level === null} aria-hidden="true">
        {bar.level === undefined ? null : <i style={{ inlineSize: `${bar.level}%` }} />}
        {bar.limit === undefined ? null : <s style={{ insetInlineStart: `${bar.limit}%` }} />}
      </dd>
      <dd className={styles.barValue}>
        <Figure
          title={`${t('level')} ${common(`color.${color}`)}`}
          path={`predictions.imageQualitySensor.${color}.actual`}
          basis={basis}
        >
          {level === null ? null : format.number(level, 'integer')}
        </Figure>
      </dd>
      <dd className={styles.barNote}>
        {threshold === null ? (
          t('noLimit')
        ) : (
          <span>
            {t('limit')}{' '}
            <MadeFigure title={`${common(`color.${color}`)}: ${t('limit')}`} made="sensor">
              {format.number(threshold, 'integer')}
            </MadeFigure>
          </span>
        )}
        {basis !== undefined && toSign(messageId, basis) === 'withheld' ? <MissingNote basis={basis} /> : null}
      </dd>
    </div>
  );
}

function MissingNote({ basis }: { basis: { readings: number; neededReadings: number } }) {
  const t = useTranslations('failureSign');
  return (
    <span className={styles.unknown}>{t('readings', { count: basis.readings, needed: basis.neededReadings })}</span>
  );
}

/** Room above the greater of level and limit, so that neither lies at the end of the channel. */
const headroom = 1.25;

/** Places of a level and its limit in percent of a channel that starts at zero; undefined where unknown. */
export function toBar(
  level: number | null,
  limit: number | null,
): { level: number | undefined; limit: number | undefined } {
  const whole = Math.max(level ?? 0, limit ?? 0) * headroom;
  const toShare = (value: number | null) =>
    value === null || !(whole > 0) ? undefined : Math.max(0, Math.min(100, (value / whole) * 100));
  return { level: toShare(level), limit: toShare(limit) };
}
