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
