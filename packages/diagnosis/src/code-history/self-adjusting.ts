/** When a code counts as adjusting itself (CH-06). */
export const adjustingRule = { share: 0.1, devices: 20 } as const;

/** The tables of one device by day, ascending: the last one of each day. */
export interface DeviceDays {
  readonly days: readonly { readonly digest: string; readonly codes: ReadonlyMap<string, string> }[];
}

/** What is known of one code over the devices of a family. */
export interface CodeMoves {
  /** Days on which a device reported the code and had reported it before. */
  days: number;
  /** Of these, days with another value. */
  changed: number;
  /** Devices on which it changed at least once. */
  devices: number;
}

/** By code. */
export type FamilyMoves = Map<string, CodeMoves>;

export const startMoves = (): FamilyMoves => new Map();

/** Adds the days of one device. Days with one and the same table are counted without comparing it. */
export function addDevice(moves: FamilyMoves, { days }: DeviceDays): void {
  const changedOf = new Map<string, number>();
  const daysOf = new Map<string, number>();
  const values = new Map<string, string>();
  let run = { digest: '', codes: new Map() as ReadonlyMap<string, string>, length: 0 };
  const close = () => {
    for (const code of run.codes.keys()) daysOf.set(code, (daysOf.get(code) ?? 0) + run.length);
  };
  for (const { digest, codes } of days) {
    if (digest === run.digest) {
      run.length++;
      continue;
    }
    close();
    run = { digest, codes, length: 1 };
    for (const [code, value] of codes) {
      const before = values.get(code);
      // The first day of a code has nothing before it.
      if (before === undefined) daysOf.set(code, (daysOf.get(code) ?? 0) - 1);
      else if (before !== value) changedOf.set(code, (changedOf.get(code) ?? 0) + 1);
      values.set(code, value);
    }
  }
  close();
  for (const [code, count] of daysOf) {
    const changed = changedOf.get(code) ?? 0;
    const known = moves.get(code) ?? { days: 0, changed: 0, devices: 0 };
    known.days += count;
    known.changed += changed;
    if (changed > 0) known.devices++;
    moves.set(code, known);
  }
}

/** A code that devices of a family adjust by themselves, with what that rests on. */
export interface AdjustingCode extends Readonly<CodeMoves> {
  readonly code: string;
}

/** Codes that changed on at least 10 % of all device-days, on 20 devices or more (CH-06); by code. */
export const adjustingCodes = (moves: FamilyMoves): AdjustingCode[] =>
  [...moves]
    .filter(
      ([, { days, changed, devices }]) =>
        devices >= adjustingRule.devices && changed >= adjustingRule.share * days && days > 0,
    )
    .map(([code, known]) => ({ code, ...known }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
