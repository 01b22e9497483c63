import type {
  counterColors,
  counterFunctions,
  counterSizes,
  counterUnits,
  FirmwareField,
  Supply,
  TonerColor,
} from '@platen/contract/report-sections';

/** A number after 1.3.6.1.4.1 in sysObjectID (IANA private enterprise numbers). */
export interface Enterprise {
  readonly number: number;
  /** Its printers are below these arcs, or everywhere (`all`); undefined where other things cannot be told from them. */
  readonly printers?: string;
}

/** A brand on the front of printers, whether its makers keep objects of their own or not. */
export interface Maker {
  readonly maker: string;
  readonly enterprises?: readonly Enterprise[];
  /** The brand in texts, in any case; the maker's name where left out. */
  readonly brand?: RegExp;
  /** A word that also means other things: the brand only where a text begins with it. */
  readonly isWord?: boolean;
  /** Names of series that stand for the brand where no text names it. */
  readonly series?: RegExp;
  /** Makers that build devices for this brand; such a device holds its builder's objects. */
  readonly builders?: readonly string[];
}

/**
 * What a maker's own objects are, as data; `read.ts` knows how to ask for them and `to-sections.ts` how to decode them, for all makers alike.
 * Only what public documentation or several independent users of the devices agree on stands in a table: a wrong figure is worse than none.
 */
export interface MakerTable extends Maker {
  /** Where the objects are documented: a MIB by its name, or other public material. */
  readonly source: string;
  /** An OID below which every device that has these objects holds something. */
  readonly root: string;
  readonly objects: readonly MakerObject[];
  readonly rows?: readonly MakerRows[];
  readonly supplyRows?: readonly MakerSupplyRows[];
  /** What stands in standard texts under this maker's own labels. */
  readonly texts?: MakerTexts;
}

export type CounterUnit = (typeof counterUnits)[number];
export interface ByFunction {
  readonly function: (typeof counterFunctions)[number];
  readonly color: (typeof counterColors)[number];
  readonly size: (typeof counterSizes)[number];
}
export type TotalName = 'total' | 'color' | 'black' | 'duplexSheets';

/** A text: what it is. `pattern`: the part of it that is meant (its first group). */
export interface TextMeaning {
  readonly is: 'serial' | 'model' | 'maker' | 'deviceId';
  readonly pattern?: RegExp;
}
export interface FirmwareMeaning {
  readonly is: 'firmware';
  readonly field: FirmwareField;
  readonly pattern?: RegExp;
}
/** `unit` is left out where the row itself says it. */
export interface TotalMeaning {
  readonly is: 'counter';
  readonly of: TotalName;
  readonly unit?: CounterUnit;
}
export interface ByFunctionMeaning {
  readonly is: 'byFunction';
  readonly of: ByFunction;
  readonly unit?: CounterUnit;
}
export type Meaning = TextMeaning | FirmwareMeaning | TotalMeaning | ByFunctionMeaning;

/** What is left of a supply, in hundredths of a percent. */
export interface RemainingMeaning {
  readonly is: 'remaining';
  readonly type?: NonNullable<Supply['type']>;
  readonly tonerColor?: TonerColor;
}
/** One octet string of records of seven octets: a key, 01, 04, and a number in four octets; 255 ends them. */
interface RecordsMeaning {
  readonly is: 'records';
  readonly records: Readonly<Record<number, Meaning | RemainingMeaning>>;
}

/** One whole instance. Of several that mean the same the first that says something counts. */
export interface MakerObject {
  readonly oid: string;
  /** The object's name in its MIB, without the instance; our own word where it has none. */
  readonly name: string;
  readonly means: Meaning | RecordsMeaning;
}

/**
 * A table whose rows say themselves what they count. `keys`: the columns that say it, `value` the one that holds the figure or text.
 * `rows`: the meaning by the key (several are joined by a blank): numbers in digits, texts in lower case with single blanks and
 * without a closing `version`. `sums`: rows of the same meaning are added, and only when the table was read to its end.
 */
export interface MakerRows {
  readonly name: string;
  readonly entry: string;
  readonly keys: readonly number[];
  readonly value: number;
  readonly unit?: { readonly column: number; readonly units: Readonly<Record<number, CounterUnit>> };
  readonly rows: Readonly<Record<string, Meaning>>;
  readonly sums?: boolean;
}

/** A maker's own table of supplies, for what Printer-MIB has no place for. Rows are joined to the standard ones by kind and words. */
export interface MakerSupplyRows {
  readonly name: string;
  readonly entry: string;
  readonly columns: {
    readonly description: number;
    readonly type?: number;
    readonly colorant?: number;
    readonly serial?: number;
    readonly status?: number;
  };
  /** Names of PrtMarkerSuppliesTypeTC by the maker's number. */
  readonly types?: Readonly<Record<number, string>>;
  readonly conditions?: Readonly<Record<number, NonNullable<Supply['condition']>>>;
}

/** The first group is the serial. */
interface MakerTexts {
  readonly supplyDescription?: RegExp;
}

const serial = { is: 'serial' } as const;
const model = { is: 'model' } as const;
const maker = { is: 'maker' } as const;
const deviceId = { is: 'deviceId' } as const;
/** Short forms for the tables. */
export const text = { serial, model, maker, deviceId };
export const firmware = (field: FirmwareField, pattern?: RegExp): FirmwareMeaning => ({
  is: 'firmware',
  field,
  ...(pattern === undefined ? {} : { pattern }),
});
export const counter = (of: TotalName, unit?: CounterUnit): TotalMeaning => ({
  is: 'counter',
  of,
  ...(unit === undefined ? {} : { unit }),
});
export const count = (
  name: ByFunction['function'],
  color: ByFunction['color'],
  unit?: CounterUnit,
  size: ByFunction['size'] = 'all',
): ByFunctionMeaning => ({
  is: 'byFunction',
  of: { function: name, color, size },
  ...(unit === undefined ? {} : { unit }),
});
