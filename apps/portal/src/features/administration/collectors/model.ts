import type { CollectorHour, CollectorItem } from '@platen/contract/collectors';
import { hourMs } from '@platen/contract/constants';
import type { DeviceStatus } from '@platen/contract/devices';
import type { Download, DownloadKind } from '@platen/contract/enrolment';
import { toCsvFile } from '../../../downloads/csv-file.ts';

/** The shape before a collector's state, and the key of its text. */
interface FleetState {
  readonly shape: DeviceStatus;
  readonly key:
    | 'codeOpen'
    | 'codeExpired'
    | 'enrolled'
    | 'working'
    | 'silent'
    | 'runsTwice'
    | 'failing'
    | 'resting'
    | 'revoked';
}

/** The columns of the list as they are in calls, and the id. */
export function toFleetFile(collectors: readonly CollectorItem[], head: readonly string[]): Blob {
  const rows = collectors.map((one) => [
    one.name,
    [toCustomer(one), one.enrolment?.site ?? ''].filter((text) => text !== '').join(', '),
    toFleetState(one).key,
    one.lastContactAt,
    String(one.devices ?? 0),
    one.remote?.isOff === true ? 'offByCustomer' : (one.remote?.level ?? null),
    one.remote?.state ?? null,
    one.version,
    one.collectorId,
  ]);
  return toCsvFile(head, rows);
}

/** What people decided goes before what was found (CF-03 as amended). */
export function toFleetState({ standing, problems = [], state }: CollectorItem): FleetState {
  if (standing === 'resting' || standing === 'revoked') return { shape: 'offline', key: standing };
  if (standing === 'codeExpired') return { shape: 'warning', key: 'codeExpired' };
  if (standing === 'codeOpen') return { shape: 'unknown', key: 'codeOpen' };
  if (problems.includes('silent')) return { shape: 'error', key: 'silent' };
  if (problems.includes('runsTwice')) return { shape: 'warning', key: 'runsTwice' };
  if (problems.includes('failing')) return { shape: 'warning', key: 'failing' };
  return state === 'never' ? { shape: 'unknown', key: 'enrolled' } : { shape: 'normal', key: 'working' };
}

/** Customer as it is known best: by name, else number, else by the devices that report. */
export const toCustomer = ({ enrolment, customers = [] }: CollectorItem): string =>
  enrolment?.customerName ?? enrolment?.customerNumber ?? customers.join(', ');

const steps = ['made', 'enrolled', 'reached', 'searching', 'printer', 'working'] as const;
type StepName = (typeof steps)[number];
interface Step {
  readonly name: StepName;
  readonly state: 'passed' | 'now' | 'toCome';
  /** When it was passed, where that is known. */
  readonly at?: string | undefined;
}

/** How far a collector is on its way from the code to its first whole round. */
export function toSteps({ createdAt, standing, enrolment, status, state, devices = 0 }: CollectorItem): Step[] {
  const isEnrolled = standing !== 'codeOpen' && standing !== 'codeExpired';
  const isHeard = isEnrolled && state !== 'never';
  const round = status?.round ?? null;
  const hasPrinter = devices > 0 || (status?.progress?.printers ?? 0) > 0 || (round?.printers ?? 0) > 0;
  const passed: Readonly<Record<StepName, boolean>> = {
    made: true,
    enrolled: isEnrolled,
    reached: isHeard,
    searching: isHeard && (round !== null || hasPrinter),
    printer: isHeard && hasPrinter,
    working: isHeard && round !== null && hasPrinter,
  };
  const at: Partial<Record<StepName, string | undefined>> = {
    made: createdAt,
    enrolled: enrolment?.enrolledAt ?? undefined,
    working: round?.endedAt,
  };
  const next = steps.find((name) => !passed[name]);
  return steps.map((name) => ({
    name,
    state: passed[name] ? 'passed' : name === next ? 'now' : 'toCome',
    at: passed[name] ? at[name] : undefined,
  }));
}

export const isFinished = (all: readonly Step[]): boolean => all.every(({ state }) => state === 'passed');

/** Stands in commands where the code is no longer known. */
export const codePlace = 'XXXXX-XXXXX';

/** A line to type; `step` names its text. */
interface CommandStep {
  readonly step: 'write' | 'fetch' | 'install' | 'enrolIt' | 'look' | 'build' | 'run' | 'unzip' | 'msi' | 'service';
  readonly command?: string;
}
export interface Way {
  readonly name: 'windows' | 'linux' | 'pi' | 'docker';
  readonly download: Download | undefined;
  readonly steps: readonly CommandStep[];
}

/** What to do for each kind of installation, from the packages that the server offers (CF-01). */
export function toWays(server: string, code: string, downloads: readonly Download[]): Way[] {
  const find = (kind: DownloadKind) => downloads.find((one) => one.kind === kind);
  const fetch = ({ name }: Download) => `curl -fO ${server}/downloads/${name}`;
  const enrolIt: CommandStep = { step: 'enrolIt', command: toEnrolCommand(server, code) };
  const debian = (download: Download | undefined): CommandStep[] =>
    download === undefined
      ? []
      : [
          { step: 'fetch', command: fetch(download) },
          { step: 'install', command: `sudo apt install ./${download.name}` },
          enrolIt,
          { step: 'look', command: 'sudo platen-collector status' },
        ];
  const [amd64, arm64, msi, zip, container] = [
    find('debAmd64'),
    find('debArm64'),
    find('windowsMsi'),
    find('windowsZip'),
    find('container'),
  ];
  const windows: CommandStep[] =
    msi !== undefined
      ? [{ step: 'msi', command: `msiexec /i ${msi.name} /qn SERVER=${server} CODE=${code}` }, { step: 'service' }]
      : zip !== undefined
        ? [{ step: 'unzip', command: `.\\install.cmd ${code} ${server}` }, { step: 'service' }]
        : [];
  const image = 'platen-collector';
  return [
    { name: 'windows', download: msi ?? zip, steps: windows },
    { name: 'linux', download: amd64, steps: debian(amd64) },
    { name: 'pi', download: arm64, steps: arm64 === undefined ? [] : [{ step: 'write' }, ...debian(arm64)] },
    {
      name: 'docker',
      download: container,
      steps:
        container === undefined
          ? []
          : [
              {
                step: 'build',
                command: `curl -f ${server}/downloads/${container.name} | docker build -t ${image} -`,
              },
              {
                step: 'run',
                command: `docker run -d --name ${image} --restart unless-stopped --network host -v ${image}:/data -e PLATEN_COLLECTOR_SERVER=${server} -e PLATEN_ENROL_CODE=${code} ${image}`,
              },
            ],
    },
  ];
}

export const toEnrolCommand = (server: string, code: string): string =>
  `sudo platen-collector enrol ${code} --server ${server}`;

const shownHours = 24;

/**
 * The hours of the last day up to the one that runs, oldest first. `share`: height of the bar, of the devices
 * that the collector read at most. An hour without a round is missing where one is due each hour, since the
 * first that is known.
 * @param everyMs time between rounds; null: it runs now and then
 */
export function toRoundBars(
  hours: readonly CollectorHour[],
  { everyMs, now }: { readonly everyMs: number | null; readonly now: number },
) {
  const most = Math.max(1, ...hours.map(({ printers, unread }) => printers + unread));
  const isHourly = everyMs !== null && everyMs <= hourMs;
  const known = new Map(hours.map((hour) => [Date.parse(hour.from), hour]));
  const first = Math.min(...known.keys());
  const last = Math.floor(now / hourMs) * hourMs;
  const bars = Array.from({ length: shownHours }, (_, at) => {
    const from = last - (shownHours - 1 - at) * hourMs;
    const hour = known.get(from);
    if (hour === undefined)
      return isHourly && from > first && from < last
        ? { from, kind: 'missing' as const, share: 1 }
        : { from, kind: 'none' as const, share: 0 };
    const { rounds, printers: read, unread } = hour;
    return {
      from,
      kind: unread > 0 ? ('short' as const) : ('whole' as const),
      // A round that read nothing still shows.
      share: Math.max(0.06, read / most),
      figures: { rounds, read, all: read + unread },
    };
  });
  return {
    bars,
    missing: bars.filter(({ kind }) => kind === 'missing').length,
    lastShort: bars.findLast((bar) => bar.kind === 'short'),
  };
}
