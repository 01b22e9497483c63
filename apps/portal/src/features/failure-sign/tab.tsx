import { useQuery } from '@tanstack/react-query';
import { deviceQueries } from '../../device/device-query.ts';
import { PanelGrid } from '../../device/panel-grid.tsx';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { HorizonPanel } from './horizon-panel.tsx';
import { ImageControlPanel } from './image-control-panel.tsx';
import { LifePanel, SecondTransferPanel } from './life-panel.tsx';
import { DeveloperPanel, FeedPanel } from './parts-panel.tsx';
import { PolygonalPanel } from './polygonal-panel.tsx';
import { type PredictionQueries, usePredictions } from './predictions.ts';
import { SensorPanel } from './sensor-panel.tsx';
import { StoragePanel } from './storage-panel.tsx';

/**
 * The service horizon and the nine components, always in this order, so that users find them by habit
 * (FS-13).
 */
function FailureSignTab({ deviceId }: { deviceId: string }) {
  const profile = useQuery(deviceQueries.profile(deviceId)).data;
  const queries = usePredictions(deviceId);
  const series = profile?.series ?? null;
  // A device with Printer-MIB only has no data at all: nine empty panels would repeat one statement.
  const isEmpty = Object.values(queries).every(({ data }) => data === null);
  const horizon = (
    <HorizonPanel deviceId={deviceId} queries={queries} predictedAt={profile?.predictedAt ?? null} isEmpty={isEmpty} />
  );
  if (isEmpty) return <PanelGrid>{horizon}</PanelGrid>;
  return (
    <PanelGrid>
      {horizon}
      <AfterPaint>
        <LifePanel component="fuser" query={queries.fuser} series={series} />
        <SecondTransferPanel query={queries.secondTransfer} series={series} />
        <AfterPaint>
          <BelowWindow queries={queries} series={series} />
        </AfterPaint>
      </AfterPaint>
    </PanelGrid>
  );
}

function BelowWindow({ queries, series }: { queries: PredictionQueries; series: string | null }) {
  return (
    <>
      <LifePanel component="drum" query={queries.drum} series={series} />
      <FeedPanel query={queries.feedRoller} series={series} />
      <SensorPanel query={queries.imageQualitySensor} series={series} />
      <ImageControlPanel query={queries.imageControlError} series={series} />
      <PolygonalPanel query={queries.polygonalMotor} series={series} />
      <StoragePanel query={queries.hdd} series={series} />
      <DeveloperPanel query={queries.developer} series={series} />
    </>
  );
}

export { prefetchPredictions as prefetch } from './predictions.ts';
export { FailureSignTab as Content };
