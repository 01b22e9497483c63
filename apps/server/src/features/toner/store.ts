import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { sql } from 'kysely';
import { joinJudgement, judged } from '../../device/judgement.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import { type SectionBodies, sectionBodies } from '../../device/stored-sections.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { toConstant } from '../../store/statement.ts';

export interface TonerRow {
  readonly sections: Pick<SectionBodies, 'supplies' | 'sensors'> | null;
  readonly judged: DeviceJudgement['toner'] | null;
  /** Newest first. */
  readonly replacements: readonly CartridgeReplacement[] | null;
}
export interface CartridgeReplacement {
  readonly item: `toner.${TonerColor}`;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Total pages of the device then. */
  readonly counter: number | null;
  /** Mean pixel count of the cartridge that ended on that day, percent. */
  readonly endedPixelCount: number | null;
}

const items = sql.join(tonerColors.map((color) => sql.lit(`toner.${color}`)));

const columns = toConstant(sql`${sectionBodies('supplies', 'sensors')} as sections, ${judged('toner')} as judged,
  (select json_agg(json_build_object('item', r.item, 'day', r.replaced_on, 'counter', r.counter,
      'endedPixelCount', r.average_pixel_count) order by r.replaced_on desc)
    from device_replacement r where r.device_id = d.device_id and r.item in (${items})) as replacements`);

export const readTonerRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<TonerRow> =>
  readDevice<TonerRow>(store, user, deviceId, {
    name: 'toner',
    columns,
    joins: joinJudgement,
  });
