/** Types of values of OData 4.0 (part 3, CSDL, section 4.4) that the feed has. */
export type EdmType = 'Edm.String' | 'Edm.Guid' | 'Edm.Date' | 'Edm.DateTimeOffset' | 'Edm.Double' | 'Edm.Boolean';

export interface Property {
  readonly type: EdmType;
  /** May stand in `$filter` and `$orderby`. */
  readonly isQueried: boolean;
}

const text = { type: 'Edm.String', isQueried: false } as const;
const queriedText = { type: 'Edm.String', isQueried: true } as const;
const figure = { type: 'Edm.Double', isQueried: false } as const;
const moment = { type: 'Edm.DateTimeOffset', isQueried: false } as const;

const ofDevice = {
  CustomerNumber: queriedText,
  CustomerName: queriedText,
  DealerNumber: queriedText,
  AssetNumber: queriedText,
  Serial: queriedText,
  Model: queriedText,
  Description: text,
} as const;

/** The lines of closed periods (MX-09). `Date`: day of the reading in the zone of the close. */
export const lineProperties = {
  Id: text,
  CloseId: { type: 'Edm.Guid', isQueried: true },
  CloseName: queriedText,
  PeriodFrom: { type: 'Edm.DateTimeOffset', isQueried: true },
  PeriodTo: { type: 'Edm.DateTimeOffset', isQueried: true },
  Zone: text,
  ...ofDevice,
  Meter: queriedText,
  Unit: text,
  Date: { type: 'Edm.Date', isQueried: true },
  ReadAt: { type: 'Edm.DateTimeOffset', isQueried: true },
  Reading: figure,
  ReadBeforeAt: moment,
  ReadingBefore: figure,
  Use: figure,
  Source: text,
  State: queriedText,
  Estimated: { type: 'Edm.Boolean', isQueried: true },
  Correction: figure,
  Remark: text,
} as const satisfies Readonly<Record<string, Property>>;

/** The readings of the ledger (MX-09); `Billed` null: not billed. */
export const readingProperties = {
  Id: text,
  ...ofDevice,
  Meter: queriedText,
  Unit: text,
  Zone: text,
  Date: { type: 'Edm.Date', isQueried: true },
  ReadAt: { type: 'Edm.DateTimeOffset', isQueried: true },
  ReceivedAt: moment,
  Raw: figure,
  Offset: figure,
  Billed: figure,
  Source: text,
  State: text,
} as const satisfies Readonly<Record<string, Property>>;
export type ReadingProperty = keyof typeof readingProperties;

export const entitySets = {
  MeterLines: { type: 'MeterLine', properties: lineProperties },
  MeterReadings: { type: 'MeterReading', properties: readingProperties },
} as const;

/** Model of the feed in CSDL (OData 4.0 part 3). */
export function toMetadata(): string {
  const types = Object.values(entitySets).map(({ type, properties }) => {
    const lines = Object.entries(properties).map(
      ([name, one]) => `<Property Name="${name}" Type="${one.type}"${name === 'Id' ? ' Nullable="false"' : ''}/>`,
    );
    return `<EntityType Name="${type}"><Key><PropertyRef Name="Id"/></Key>${lines.join('')}</EntityType>`;
  });
  const sets = Object.entries(entitySets).map(
    ([name, { type }]) => `<EntitySet Name="${name}" EntityType="Platen.${type}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices><Schema Namespace="Platen" xmlns="http://docs.oasis-open.org/odata/ns/edm">${types.join('')}<EntityContainer Name="Feed">${sets.join('')}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>\n`;
}
