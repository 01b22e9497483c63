import type { RuleForm, RuleScope } from '@platen/contract/rules';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import { texts, uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';

// A rule may name devices, customers, dealers and groups. Its readers are shown those that they see (GE-05).

/** What of the scopes the user may see; null: everything. */
export type VisibleTexts = {
  readonly values: ReadonlySet<string>;
  readonly groups: ReadonlySet<number>;
} | null;

const keyOf = (kind: string, text: string): string => `${kind}:${text.toLowerCase()}`;

interface NamedTexts {
  readonly serial: readonly string[];
  readonly customer: readonly string[];
  readonly dealer: readonly string[];
  readonly device: readonly string[];
  /** Parts of names and descriptions. */
  readonly name: readonly string[];
  readonly dealerName: readonly string[];
}

function textsOf({ criteria = {}, customerNumbers = [], except = {} }: RuleScope): NamedTexts {
  return {
    serial: criteria.mfpIdentifiers ?? [],
    customer: [...(criteria.customerNumbers ?? []), ...customerNumbers, ...(except.customerNumbers ?? [])],
    dealer: criteria.dealerNumbers ?? [],
    device: except.deviceIds ?? [],
    name: criteria.customerNamesAndDescriptions ?? [],
    dealerName: criteria.dealerNames ?? [],
  };
}

/** Reads which of the texts in these scopes belong to devices that the user sees. */
export async function readVisibleTexts(
  db: Kysely<Database>,
  user: SignedInUser,
  scopes: readonly RuleScope[],
): Promise<VisibleTexts> {
  if (user.seesAll) return null;
  const named = scopes.map(textsOf);
  const all = (kind: keyof NamedTexts) => [
    ...new Set(named.flatMap((one) => one[kind].map((text) => text.toLowerCase()))),
  ];
  const { rows } = await sql<{ kind: string; value: string }>`
    with seen as materialized (
      select d.device_id, lower(d.serial) as serial, lower(d.customer_number) as customer, lower(d.dealer_number) as dealer,
        lower(d.customer_name) as name, lower(d.description) as description, lower(d.dealer_name) as dealer_name
      from device d where ${visibleTo(user)}
    )
    select 'serial' as kind, serial as value from seen where serial = any(${texts(all('serial'))})
    union select 'customer', customer from seen where customer = any(${texts(all('customer'))})
    union select 'dealer', dealer from seen where dealer = any(${texts(all('dealer'))})
    union select 'device', device_id::text from seen where device_id = any(${uuids(all('device'))})
    union select 'name', part from unnest(${texts(all('name'))}) as part
      where exists (select from seen where strpos(name, part) > 0 or strpos(description, part) > 0)
    union select 'dealerName', part from unnest(${texts(all('dealerName'))}) as part
      where exists (select from seen where strpos(dealer_name, part) > 0)`.execute(db);
  return {
    values: new Set(rows.map(({ kind, value }) => keyOf(kind, value))),
    groups: new Set(user.groups.map(({ groupId }) => groupId)),
  };
}

const keep = (
  list: readonly string[] | undefined,
  kind: keyof NamedTexts,
  visible: NonNullable<VisibleTexts>,
): string[] | undefined => {
  const found = list?.filter((text) => visible.values.has(keyOf(kind, text)));
  return found?.length ? found : undefined;
};

/** A scope without what its reader does not see. */
export function toVisibleScope(scope: RuleScope, visible: VisibleTexts): RuleScope {
  if (visible === null) return scope;
  const { criteria, groupIds, customerNumbers, except, ...rest } = scope;
  const groups = groupIds?.filter((id) => visible.groups.has(id));
  return withoutUndefined({
    ...rest,
    groupIds: groups?.length ? groups : undefined,
    customerNumbers: keep(customerNumbers, 'customer', visible),
    criteria:
      criteria &&
      withoutUndefined({
        ...criteria,
        mfpIdentifiers: keep(criteria.mfpIdentifiers, 'serial', visible),
        customerNumbers: keep(criteria.customerNumbers, 'customer', visible),
        customerNamesAndDescriptions: keep(criteria.customerNamesAndDescriptions, 'name', visible),
        dealerNumbers: keep(criteria.dealerNumbers, 'dealer', visible),
        dealerNames: keep(criteria.dealerNames, 'dealerName', visible),
      }),
    except:
      except &&
      withoutUndefined({
        deviceIds: keep(except.deviceIds, 'device', visible),
        customerNumbers: keep(except.customerNumbers, 'customer', visible),
      }),
  });
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  // Entries keep their types; only those that are undefined go.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>;

/** Whether a reader is not shown the whole scope, and so cannot write it. */
export function isNarrowed(scope: RuleScope, visible: VisibleTexts): boolean {
  if (visible === null) return false;
  const isHidden = (kind: keyof NamedTexts) =>
    textsOf(scope)[kind].some((text) => !visible.values.has(keyOf(kind, text)));
  return (
    (scope.groupIds ?? []).some((id) => !visible.groups.has(id)) ||
    (['serial', 'customer', 'dealer', 'device', 'name', 'dealerName'] as const).some(isHidden)
  );
}

/** A form without what of its scope its reader does not see. */
export const toVisibleForm = (form: RuleForm, visible: VisibleTexts): RuleForm => ({
  ...form,
  scope: toVisibleScope(form.scope, visible),
});
