import { splitMeter } from '@platen/contract/meter-names';
import { type ClosedSpan, correctionOf } from '@platen/diagnosis/meters/close-line';
import type { MeterRun } from '@platen/diagnosis/meters/continue-meter';
import type { StoredCorrection } from '../ledger/load-meters.ts';
import type { LineBody } from './line-body.ts';
import type { CloseDevice, FrozenLine } from './load-close.ts';

interface CorrectedMeter {
  readonly device: CloseDevice;
  readonly meter: string;
  /** Closed lines of the meter. */
  readonly own: readonly FrozenLine[];
  readonly formerId: string | null;
  /** Times that were billed with merged records. */
  readonly elsewhere: readonly ClosedSpan[];
}

/**
 * Lines that correct the closes before in the chain of a meter by what is known now (LG-20): pages that
 * people added or took since, and causes and exclusions that change what was counted then.
 */
export function toCorrectionLines(
  run: MeterRun,
  { device, meter, own, formerId, elsewhere }: CorrectedMeter,
): LineBody[] {
  const chain = toChain(own, formerId);
  const billedLater = (closed: FrozenLine): number =>
    own.reduce(
      (sum, { closeId, body }) =>
        chain.has(closeId) && body.corrects?.closeId === closed.closeId && body.part === closed.body.part
          ? sum + (body.billed ?? 0)
          : sum,
      0,
    );
  return own
    .filter(({ closeId, body }) => chain.has(closeId) && body.kind === 'reading')
    .flatMap((closed) => {
      const { start, end } = toEnds(closed);
      if (start === null || end === null) return [];
      const since = correctionsIn(pagesOf(device, meter), closed.body);
      const pages = correctionOf(run, {
        start,
        end,
        billed: (closed.body.billed ?? 0) + billedLater(closed),
        corrected: since.reduce((sum, one) => sum + (one.pages ?? 0), 0),
        elsewhere,
      });
      const made = since.filter(({ decidedAt, madeAt }) => (decidedAt ?? madeAt) > closed.closedAt);
      return pages === 0 ? [] : [toLine(closed, pages, made)];
    });
}

/** The closes of a chain, the newest first. */
function toChain(own: readonly FrozenLine[], formerId: string | null): ReadonlySet<string> {
  const chain = new Set<string>();
  for (let id = formerId; id !== null && !chain.has(id); ) {
    chain.add(id);
    const present: string = id;
    const first = own.findLast(({ closeId, body }) => closeId === present && body.kind === 'reading');
    id = first?.body.chain.former ?? null;
  }
  return chain;
}

/** Where a closed line began and ended; one that was left out ended where it began. */
function toEnds({ body }: FrozenLine) {
  const { carry } = body.chain;
  if (body.use === null || body.start === null || carry === null) return { start: carry, end: carry };
  return { start: { at: Date.parse(body.start.at), estimated: body.chain.startEstimated }, end: carry };
}

const isWithin = ({ at }: StoredCorrection, { from, to }: LineBody): boolean =>
  at >= Date.parse(from) && at < Date.parse(to);

/**
 * Pages that people added to a meter or took. Those of a merged record are of the device from the end of what
 * was closed of the record on; before they are of its own lines.
 */
export const pagesOf = ({ meters, frozenElsewhere }: CloseDevice, meter: string): StoredCorrection[] =>
  meters.corrections.filter(
    (one) =>
      one.meter === meter &&
      one.kind === 'pages' &&
      one.state === 'inForce' &&
      !frozenElsewhere.some(({ body }) => one.of === body.deviceId && body.meter === meter && isWithin(one, body)),
  );

/** The times of a meter that closes of this plan billed with merged records. */
export function toClosedSpans({ frozenElsewhere }: CloseDevice, meter: string, planId: string | null): ClosedSpan[] {
  return frozenElsewhere.flatMap((closed) => {
    if (closed.planId !== planId || closed.body.meter !== meter || closed.body.kind !== 'reading') return [];
    const { start, end } = toEnds(closed);
    if (start === null || end === null || closed.body.use === null) return [];
    return [{ from: start.at, to: end.at, estimated: end.estimated - start.estimated }];
  });
}

const correctionsIn = (all: readonly StoredCorrection[], body: LineBody): StoredCorrection[] =>
  all.filter((one) => isWithin(one, body));

function toLine({ closeId, closeName, body }: FrozenLine, pages: number, made: readonly StoredCorrection[]): LineBody {
  const { elsewhere: _ofReading, ...rest } = body;
  return {
    ...rest,
    unit: splitMeter(body.meter).unit,
    kind: 'correction',
    start: null,
    end: null,
    use: null,
    corrected: pages,
    billed: pages,
    state: 'exact',
    stops: [],
    warnings: [],
    remarks: [],
    settled: null,
    estimate: null,
    hasTwoEstimates: false,
    canDiffer: null,
    before: null,
    lastYear: null,
    break: null,
    chart: [],
    corrects: {
      closeId,
      name: closeName,
      from: body.from,
      to: body.to,
      correctionIds: made.map(({ correctionId }) => correctionId),
      reasons: [...new Set(made.map(({ reason }) => reason))],
    },
    chain: { former: null, carry: null, startEstimated: 0, points: [] },
  };
}
