import type { BodyOf } from '@platen/contract/endpoint';
import type { addCollector } from '@platen/contract/enrolment';
import { sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { Place } from '../../identity/collector-scope.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { organisationVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Form = BodyOf<typeof addCollector>;

/** The organisation that a collector is added for, and for what its key may report there. */
export interface PlaceOfTree {
  readonly organisationId: string;
  readonly places: Place[];
}

interface Row {
  readonly kind: 'operator' | 'dealer' | 'customer' | 'site';
  readonly name: string;
  readonly dealerNumbers: string[];
  readonly customerNumbers: string[];
}

/**
 * Name and numbers of a new collector from the tree (OA-01): customer numbers of the site, else of its
 * customer, within the dealer's. Without an organisation they are as given. Refuses 204001 for one outside
 * the own tree, 202001 for the operator, a closed one, and for numbers given in addition.
 */
export async function toPlace(
  trx: Transaction<Database>,
  user: SignedInUser,
  { organisationId, ...form }: Form,
): Promise<Omit<Form, 'organisationId'> & Partial<PlaceOfTree>> {
  if (organisationId === undefined) return form;
  if ([form.customerNumber, form.customerName, form.dealerNumber].some((given) => given !== undefined))
    throw new Refusal(202001, 'body.organisationId: customer and dealer are those of the organisation');
  const { rows } = await sql<Row>`
    select a.kind, a.name, a.dealer_numbers as "dealerNumbers", a.customer_numbers as "customerNumbers"
    from organisation o join organisation a on a.organisation_id = any(o.path)
    where o.organisation_id = ${organisationId} and o.state = 'active' and ${organisationVisibleTo(user)}
    order by array_position(o.path, a.organisation_id)`.execute(trx);
  const own = rows.at(-1);
  if (own === undefined) throw new Refusal(204001, 'there is no organisation of this id');
  if (own.kind === 'operator') throw new Refusal(202001, 'body.organisationId: choose a dealer, customer or site');
  const dealer = rows.find(({ kind }) => kind === 'dealer');
  const customer = rows.find(({ kind }) => kind === 'customer');
  const dealerNumbers = dealer?.dealerNumbers ?? [];
  const customerNumbers = rows.findLast(({ customerNumbers: some }) => some.length > 0)?.customerNumbers ?? [];
  const ofDealers: Place[] =
    dealerNumbers.length === 0 ? [{}] : dealerNumbers.map((dealerNumber) => ({ dealerNumber }));
  const places =
    own.kind === 'dealer'
      ? ofDealers
      : customerNumbers.length === 0
        ? // Without a number of the customer: its own devices without numbers, not all of the dealer.
          [{}]
        : customerNumbers.flatMap((customerNumber) => ofDealers.map((place) => ({ ...place, customerNumber })));
  const [first = {}] = places;
  const site = form.site ?? (own.kind === 'site' ? own.name : undefined);
  return {
    name: form.name,
    ...first,
    ...(customer !== undefined && { customerName: customer.name }),
    ...(site !== undefined && { site }),
    organisationId,
    places,
  };
}
