import type { SearchHours } from '@platen/contract/remote-settings';

const toMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Whether unknown addresses may be searched now, by the clock of this machine; without hours always. */
export function maySearch(hours: SearchHours | undefined, now: Date): boolean {
  if (hours === undefined || hours.from === hours.to) return true;
  const [from, to] = [toMinutes(hours.from), toMinutes(hours.to)];
  const at = now.getHours() * 60 + now.getMinutes();
  return from < to ? at >= from && at < to : at >= from || at < to;
}
