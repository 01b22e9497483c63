/** Evidence of figures that the portal judged itself: `rule` is keyed as the judgement names its methods. */
export const judged = {
  source: 'Computed by the portal',
  at: 'judged {at}',
  needed: '{count, plural, one {# reading needed} other {# readings needed}}',
  used: '{count, plural, one {# reading used} other {# readings used}}',
  days: '{from} to {to}',
  withheld: {
    tooFewReadings: 'no forecast: too few readings',
    lastReadingTooOld: 'no forecast: the last reading is more than 14 days old',
    lifeUnknown: 'no forecast: the life of the part is unknown',
    noFallsOrBeyondYear: 'no forecast: the level hardly falls, or lasts more than 12 months',
    beyondYear: 'no date: not within 12 months',
    noUse: 'no date: the part is hardly used',
    failing: 'no date: it fails already',
    familyUnknown: 'not judged against a limit: too few devices of the family are known',
  },
  judgementRun: 'all figures of the device judged together',
  fleet: 'Devices of the fleet: {name}',
  fleetOf: {
    model: 'Devices of the model {name}',
    line: 'Devices of the same family and firmware: {name}',
    family: 'Devices of the family {name}, any model and firmware',
    related: 'Devices of related families: {name}',
  },
  fleetDevices: '{count, number} or more devices, of three or more dealers',
  fleetRule:
    'computed from the values of these devices; as the values of others are not shown, it cannot be calculated again here',
  seenReplacement: 'detected from a rising level or a restarted counter',
  /** One verdict a part, on every screen that shows the part (decision 0220). */
  verdict: {
    due: 'Due',
    nextVisit: 'At the next visit',
    watch: 'Watch',
    sound: 'No action needed',
    unknown: 'Not known',
  },
  /** Where rated life and condition of a part do not agree: which of them counts. */
  differs: {
    ratedReached: 'Rated life reached ({consumed}); the judged condition counts.',
    conditionFirst: 'Rated life not reached ({consumed}); the judged condition counts.',
  },
  ratedOnly: 'Rated life reached; the condition is not judged.',
  rule: {
    toner: 'level divided by the forecast use; the 80% range is that of the forecast',
    pmParts: 'life consumed plus the forecast pages times the wear of this part a page',
    drumLife: 'drum life consumed, carried on with the forecast pages',
    fuserLife: 'fuser life consumed, carried on with the forecast pages',
    developerLife: 'developer life consumed, carried on with the forecast pages',
    secondTransferVoltage: 'trend of the voltage at the second transfer',
    feedRollerRate: 'feed retries per page of this paper source, against its usual rate',
    imageControlRate:
      'image control errors counted over 90 days; those of 30 and of 90 days are weighed against the usual rate',
    polygonalMotorStarts: 'starts of the motor counted over 30 days, weighed against those usual for its pages',
    imageSensorLevel: 'level of the image quality sensor, against its own past',
    stopRisk: 'chances of all causes of a stop without a plan, taken as independent',
    storageScore: 'score of the drive from its own health values',
  },
} as const;
