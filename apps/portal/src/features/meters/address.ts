import { type LineGroup, lineGroups } from '@platen/contract/close-values';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { logError } from '../../platform/log.ts';

/** What the address holds of the area: the close, which of its lines are shown, and the line that is open. */
export interface Place {
  readonly close: string | undefined;
  readonly group: LineGroup;
  /** Number of a customer. */
  readonly customer: string | undefined;
  /** `{device}.{meter}.{part}` */
  readonly line: string | undefined;
  /** Run of a file that a mail links to (MX-07). */
  readonly file: string | undefined;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads the address; what is wrong in it counts as left out. */
function toPlace(search: Readonly<Record<string, unknown>>): Place {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && value.length <= 200 ? value : undefined;
  };
  const close = text('close');
  const file = text('file');
  return {
    close: close !== undefined && uuid.test(close) ? close : undefined,
    group: lineGroups.find((one) => one === text('lines')) ?? 'all',
    customer: text('customer'),
    line: text('line'),
    file: file !== undefined && uuid.test(file) ? file : undefined,
  };
}

/** The address of a place; what goes without saying is left out. */
export const toSearch = ({ close, group, customer, line, file }: Omit<Place, 'file'> & Partial<Place>) => ({
  ...(close !== undefined && { close }),
  ...(group !== 'all' && { lines: group }),
  ...(customer !== undefined && { customer }),
  ...(line !== undefined && { line }),
  ...(file !== undefined && { file }),
});

/** The place, and how another one is shown. */
export function usePlace(): [place: Place, go: (next: Partial<Place>) => void] {
  const place = toPlace(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: Partial<Place>) => {
    // Another close is a step of its own; what is shown of it is not.
    const replace = next.close === undefined || next.close === place.close;
    navigate({ to: '.', search: toSearch({ ...place, ...next }), replace, resetScroll: false }).catch(
      (thrown: unknown) => logError('another place among the meters could not be shown', thrown),
    );
  };
  return [place, go];
}
