import type { UnitStatus } from '@platen/contract/report-sections';
import type { RawObject } from './raw-table.ts';
import { toNumber } from './readings.ts';

/** Names by number, as in the MIBs; a gap is a number that is not assigned. */
type Names = Readonly<Record<number, string>>;

/** The name of an enumerated value; a number without a name is returned in digits. */
export function toName(names: Names, object: RawObject | undefined): string | undefined {
  const value = toNumber(object);
  return value === undefined ? undefined : (names[value] ?? String(value));
}

/** RFC 2790: hrDeviceStatus, hrPrinterStatus. */
export const hrDeviceStatus = { 1: 'unknown', 2: 'running', 3: 'warning', 4: 'testing', 5: 'down' } as const;
export const hrPrinterStatus = { 1: 'other', 2: 'unknown', 3: 'idle', 4: 'printing', 5: 'warmup' } as const;

/** IANA-PRINTER-MIB: PrtCoverStatusTC, PrtInputTypeTC; RFC 3805: PrtMarkerSuppliesClassTC. */
export const coverStatus: Names = {
  1: 'other',
  2: 'unknown',
  3: 'coverOpen',
  4: 'coverClosed',
  5: 'interlockOpen',
  6: 'interlockClosed',
};
export const inputType: Names = {
  1: 'other',
  2: 'unknown',
  3: 'sheetFeedAutoRemovableTray',
  4: 'sheetFeedAutoNonRemovableTray',
  5: 'sheetFeedManual',
  6: 'continuousRoll',
  7: 'continuousFanFold',
  8: 'sheetFeedPull',
};
/** IANA-PRINTER-MIB: PrtOutputTypeTC. */
export const outputType: Names = {
  1: 'other',
  2: 'unknown',
  3: 'removableBin',
  4: 'unRemovableBin',
  5: 'continuousRollDevice',
  6: 'mailBox',
  7: 'continuousFanFold',
};

/** PrtSubUnitStatusTC (RFC 3805): the lowest three bits; the others are flags. */
const availability: Readonly<Record<number, NonNullable<UnitStatus['availability']>>> = {
  0: 'idle',
  1: 'onRequest',
  2: 'standby',
  3: 'broken',
  4: 'active',
  5: 'unknown',
  6: 'busy',
};
const unitFlags = { nonCritical: 8, critical: 16, offline: 32, transitioning: 64 } as const;

/** The state of a tray or bin taken apart; undefined for a number that is none. */
export function toUnitStatus(value: number | undefined): UnitStatus | undefined {
  if (value === undefined || value < 0 || value > 127) return undefined;
  const has = (flag: keyof typeof unitFlags) => Math.floor(value / unitFlags[flag]) % 2 === 1;
  const state = availability[value % 8];
  return {
    ...(state === undefined ? {} : { availability: state }),
    ...(has('critical') ? { alert: 'critical' } : has('nonCritical') ? { alert: 'nonCritical' } : {}),
    ...(has('offline') ? { offline: true } : {}),
  };
}

/** Micrometres of a unit of length by its number in PrtMediaUnitTC. */
const micrometers: Readonly<Record<number, number>> = { 3: 2.54, 4: 1 };

/** A length in PrtMediaUnitTC as millimetres with one decimal; undefined where it is unknown or no length. */
export function toMillimetres(length: number | undefined, unit: number | undefined): number | undefined {
  const factor = micrometers[unit ?? 0];
  if (factor === undefined || length === undefined) return undefined;
  const millimetres = Math.round((length * factor) / 100) / 10;
  // Paper of less is a state or a slip of the agent, such as 5,164 micrometres; a roll may be long.
  return millimetres >= 20 && millimetres <= 10_000 ? millimetres : undefined;
}

export const supplyClass = { 1: 'other', 3: 'supplyThatIsConsumed', 4: 'receptacleThatIsFilled' } as const;

/** RFC 3805: PrtCapacityUnitTC. */
export const capacityUnit: Names = {
  1: 'other',
  2: 'unknown',
  3: 'tenThousandthsOfInches',
  4: 'micrometers',
  8: 'sheets',
  16: 'feet',
  17: 'meters',
  18: 'items',
  19: 'percent',
};

/** RFC 3805: PrtMarkerCounterUnitTC. */
export const markerCounterUnit: Names = {
  1: 'other',
  2: 'unknown',
  3: 'tenThousandthsOfInches',
  4: 'micrometers',
  5: 'characters',
  6: 'lines',
  7: 'impressions',
  8: 'sheets',
  9: 'dotRow',
  11: 'hours',
  16: 'feet',
  17: 'meters',
};

/** RFC 3805: PrtMarkerSuppliesSupplyUnitTC (hundrethsOfFluidOunces is spelled so there). */
export const supplyUnit: Names = {
  1: 'other',
  2: 'unknown',
  3: 'tenThousandthsOfInches',
  4: 'micrometers',
  7: 'impressions',
  8: 'sheets',
  11: 'hours',
  12: 'thousandthsOfOunces',
  13: 'tenthsOfGrams',
  14: 'hundrethsOfFluidOunces',
  15: 'tenthsOfMilliliters',
  16: 'feet',
  17: 'meters',
  18: 'items',
  19: 'percent',
};

/** IANA-PRINTER-MIB: PrtMarkerSuppliesTypeTC. */
export const supplyType: Names = {
  1: 'other',
  2: 'unknown',
  3: 'toner',
  4: 'wasteToner',
  5: 'ink',
  6: 'inkCartridge',
  7: 'inkRibbon',
  8: 'wasteInk',
  9: 'opc',
  10: 'developer',
  11: 'fuserOil',
  12: 'solidWax',
  13: 'ribbonWax',
  14: 'wasteWax',
  15: 'fuser',
  16: 'coronaWire',
  17: 'fuserOilWick',
  18: 'cleanerUnit',
  19: 'fuserCleaningPad',
  20: 'transferUnit',
  21: 'tonerCartridge',
  22: 'fuserOiler',
  23: 'water',
  24: 'wasteWater',
  25: 'glueWaterAdditive',
  26: 'wastePaper',
  27: 'bindingSupply',
  28: 'bandingSupply',
  29: 'stitchingWire',
  30: 'shrinkWrap',
  31: 'paperWrap',
  32: 'staples',
  33: 'inserts',
  34: 'covers',
  35: 'matteToner',
  36: 'matteInk',
};

/** IANA-PRINTER-MIB: PrtMarkerMarkTechTC. */
export const markTech: Names = {
  1: 'other',
  2: 'unknown',
  3: 'electrophotographicLED',
  4: 'electrophotographicLaser',
  5: 'electrophotographicOther',
  6: 'impactMovingHeadDotMatrix9pin',
  7: 'impactMovingHeadDotMatrix24pin',
  8: 'impactMovingHeadDotMatrixOther',
  9: 'impactMovingHeadFullyFormed',
  10: 'impactBand',
  11: 'impactOther',
  12: 'inkjetAqueous',
  13: 'inkjetSolid',
  14: 'inkjetOther',
  15: 'pen',
  16: 'thermalTransfer',
  17: 'thermalSensitive',
  18: 'thermalDiffusion',
  19: 'thermalOther',
  20: 'electroerosion',
  21: 'electrostatic',
  22: 'photographicMicrofiche',
  23: 'photographicImagesetter',
  24: 'photographicOther',
  25: 'ionDeposition',
  26: 'eBeam',
  27: 'typesetter',
};

/** Numbers by name of IANA-PRINTER-MIB: PrtAlertCodeTC. */
export const alertCodes: ReadonlyMap<string, number> = numbered({
  1: 'other unknown coverOpen coverClosed interlockOpen interlockClosed configurationChange jam subunitMissing subunitLifeAlmostOver subunitLifeOver subunitAlmostEmpty subunitEmpty subunitAlmostFull subunitFull subunitNearLimit subunitAtLimit subunitOpened subunitClosed subunitTurnedOn subunitTurnedOff subunitOffline subunitPowerSaver subunitWarmingUp subunitAdded subunitRemoved subunitResourceAdded subunitResourceRemoved subunitRecoverableFailure subunitUnrecoverableFailure subunitRecoverableStorageError subunitUnrecoverableStorageError subunitMotorFailure subunitMemoryExhausted subunitUnderTemperature subunitOverTemperature subunitTimingFailure subunitThermistorFailure',
  501: 'doorOpen doorClosed powerUp powerDown printerNMSReset printerManualReset printerReadyToPrint',
  801: 'inputMediaTrayMissing inputMediaSizeChange inputMediaWeightChange inputMediaTypeChange inputMediaColorChange inputMediaFormPartsChange inputMediaSupplyLow inputMediaSupplyEmpty inputMediaChangeRequest inputManualInputRequest inputTrayPositionFailure inputTrayElevationFailure inputCannotFeedSizeSelected',
  901: 'outputMediaTrayMissing outputMediaTrayAlmostFull outputMediaTrayFull outputMailboxSelectFailure',
  1001: 'markerFuserUnderTemperature markerFuserOverTemperature markerFuserTimingFailure markerFuserThermistorFailure markerAdjustingPrintQuality',
  1101: 'markerTonerEmpty markerInkEmpty markerPrintRibbonEmpty markerTonerAlmostEmpty markerInkAlmostEmpty markerPrintRibbonAlmostEmpty markerWasteTonerReceptacleAlmostFull markerWasteInkReceptacleAlmostFull markerWasteTonerReceptacleFull markerWasteInkReceptacleFull markerOpcLifeAlmostOver markerOpcLifeOver markerDeveloperAlmostEmpty markerDeveloperEmpty markerTonerCartridgeMissing',
  1301: 'mediaPathMediaTrayMissing mediaPathMediaTrayAlmostFull mediaPathMediaTrayFull mediaPathCannotDuplexMediaSelected',
  1501: 'interpreterMemoryIncrease interpreterMemoryDecrease interpreterCartridgeAdded interpreterCartridgeDeleted interpreterResourceAdded interpreterResourceDeleted interpreterResourceUnavailable',
  1509: 'interpreterComplexPageEncountered',
  1801: 'alertRemovalOfBinaryChangeEntry',
});

/** PrtAlertGroupTC. */
export const alertGroups: ReadonlyMap<string, number> = numbered({
  1: 'other unknown hostResourcesMIBStorageTable hostResourcesMIBDeviceTable generalPrinter cover localization input output marker markerSupplies markerColorant mediaPath channel interpreter consoleDisplayBuffer consoleLights alert',
  30: 'finDevice finSupply finSupplyMediaInput finAttribute',
});

/** PrtAlertSeverityLevelTC; 2 was never assigned. */
export const alertSeverities: ReadonlyMap<string, number> = numbered({
  1: 'other',
  3: 'critical warning warningBinaryChangeEvent',
});

/** PrtAlertTrainingLevelTC. */
export const alertTrainings: ReadonlyMap<string, number> = numbered({
  1: 'other unknown untrained trained fieldService management noInterventionRequired',
});

/** Names in the order of their numbers, by the number of the first. */
function numbered(runs: Readonly<Record<number, string>>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(runs).flatMap(([first, names]) =>
      names.split(' ').map((name, position): [string, number] => [name, Number(first) + position]),
    ),
  );
}
