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
  /**
   * Its printers are below these arcs, or everywhere (`all`); undefined if they cannot be distinguished from
   * other devices.
   */
  readonly printers?: string;
}

/** A brand on the front of printers, whether its makers have objects of their own or not. */
export interface Maker {
  readonly maker: string;
  readonly enterprises?: readonly Enterprise[];
  /** The brand in texts, in any case; defaults to the maker's name. */
  readonly brand?: RegExp;
  /** A word that also means other things: the brand only if a text begins with it. */
  readonly isWord?: boolean;
  /** Names of series that identify the brand if no text names it. */
  readonly series?: RegExp;
  /** Makers that build devices for this brand; such a device has its builder's objects. */
  readonly builders?: readonly string[];
}

/**
 * The own objects of a maker, as data: `maker-layer.ts` decides which to read, `claims.ts` decodes them, for
 * all makers alike. A table contains only what public documentation or several independent users of the
 * devices agree on: a wrong value is worse than none.
 */
export interface MakerTable extends Maker {
  /** Where the objects are documented: a MIB by its name, or other public material. */
  readonly source: string;
  /** An OID below which every device with these objects has at least one. */
  readonly root: string;
  readonly objects: readonly MakerObject[];
  readonly rows?: readonly MakerRows[];
  readonly supplyRows?: readonly MakerSupplyRows[];
  /** Values in standard texts under this maker's own labels. */
  readonly texts?: MakerTexts;
}

export type CounterUnit = (typeof counterUnits)[number];
export interface ByFunction {
  readonly function: (typeof counterFunctions)[number];
  readonly color: (typeof counterColors)[number];
  readonly size: (typeof counterSizes)[number];
}
export type TotalName = 'total' | 'color' | 'black' | 'duplexSheets';

/** A text and its meaning. `pattern`: the relevant part (its first group). */
export interface TextMeaning {
  readonly is: 'serial' | 'model' | 'maker' | 'deviceId';
  readonly pattern?: RegExp;
}
export interface FirmwareMeaning {
  readonly is: 'firmware';
  readonly field: FirmwareField;
  readonly pattern?: RegExp;
}
/** `unit` is left out if the row itself reports it. */
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
/** A count that is shown by the maker's own label, as models disagree about what exactly it counts. */
export interface LabelledMeaning {
  readonly is: 'labelled';
  readonly label: string;
  readonly unit?: CounterUnit;
}
export type Meaning = TextMeaning | FirmwareMeaning | TotalMeaning | ByFunctionMeaning | LabelledMeaning;

/** Remaining supply, in hundredths of a percent. */
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

/** One instance with its full OID. Of several with the same meaning the first with a value is used. */
export interface MakerObject {
  readonly oid: string;
  /** The object's name in its MIB, without the instance; a name of our own if it has none. */
  readonly name: string;
  readonly means: Meaning | RecordsMeaning;
}

/**
 * A table whose rows state what they count. `keys`: the columns that identify the row, `value` the one with
 * the number or text. `rows`: the meaning by key (several are joined by a blank): numbers in digits, texts in
 * lower case with single blanks and without a closing `version`. `sums`: rows of the same meaning are added,
 * and only if the table was read completely.
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

/**
 * A maker's own table of supplies, for values that Printer-MIB lacks. Rows are merged with the standard ones
 * by kind and description.
 */
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
export const labelled = (label: string): LabelledMeaning => ({ is: 'labelled', label });
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
