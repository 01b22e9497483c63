/**
 * The arithmetic of a calculated figure on its evidence card, keyed by the kind of calculation in the
 * contract.
 */
export const figures = {
  label: 'Calculation',
  unit: { pages: 'pages', sheets: 'sheets', rotations: 'rotations', hours: 'h', percent: '%' },
  quantity: '{value} {unit}',
  date: '{date} ({lower} to {upper}, 80% range)',
  noDate: 'not within 12 months',
  tonerDays: {
    days: '{level}% left ÷ {perDay}% a day = {exact}, rounded up {days, plural, one {# day} other {# days}}',
    daysAfter:
      '{level}% left ÷ {perDay}% a day − {age, plural, one {# day} other {# days}} since the last reading = {exact}, rounded up {days, plural, one {# day} other {# days}}',
    empty: 'Nothing is left.',
    range: 'Use a day: {perDay}%, 80% range {lower}% to {upper}%',
  },
  ratedLife: {
    reported: 'Consumed, as reported by the device: {percent}%',
    done: '{done} ÷ rated life {rated} = {percent}%',
    after: 'In {days, number} days: {percent}% + {use} × {each}% = {result}%',
    range: '80% range {lower}% to {upper}%',
    share: 'This part: {share} {unit} per page of the device, over 90 days',
  },
  expectedLife: {
    now: '{wear} ÷ expected life {life} = {percent}%',
    failed: 'Failed on {date}: 100%',
    life: 'Expected life of this piece: {lower} to {upper} (80% range)',
    perDay: 'Use a day: {perDay}',
    after: 'In {days, number} days: {percent}% ({lower}% to {upper}%, 80% range)',
    days: '({life} − {wear}) ÷ {perDay} = {days, plural, one {# day} other {# days}} from the last reading on {readOn}',
    date: 'Failure: {date}',
  },
  rollerLife: {
    now: '{sheets} ÷ usual life {life} = {percent}%',
    share: '{share} sheets per page of the device, over 90 days',
    left: '{left} sheets left ÷ {share} ÷ {perDay} pages a day = {days, plural, one {# day} other {# days}}',
  },
  partWear: 'Counted so far: {wear}',
  reportedLife: 'As reported by the device: {percent}%',
  rise: {
    counted: '{last} − {first} = {value}',
    countedOmitted: '{last} − {first} − {omitted} (steps of the counter that do not count) = {value}',
  },
  monthlyAverage: '{pages} pages ÷ {days, plural, one {# day} other {# days}} × 30.44 = {value} a month',
  ratio: '{part} ÷ {whole} = {percent}%',
  sum: '{values} = {sum}',
  sensorLimit: {
    limit: 'Usual level of the family {usual} − {times} × deviation {deviation} = limit {limit}',
    last: 'Last reading: {last}',
  },
  driveState: {
    score: 'Score {score}; limits {backup} (back up), {replace} (replace), {danger} (danger)',
    wear: 'Wear {wear}%; limits {backup}%, {replace}%, {danger}%',
    before: 'State before this reading: {state, number}',
    held: 'State {state, number} within {days} days: held.',
    selfTest: 'A self-test is running.',
  },
  stopRisk: {
    cause: '{cause}: {week}% within 7 days, {fortnight}% within 14, {month}% within 28',
    corrected: 'Forecast as {forecast}% within 14 days; what came of such forecasts in the fleet makes it {fortnight}%',
    causeOf: '{name}, {unit}',
    serviceCalls: 'Recurring service call',
    unexplained: 'Sudden or unexplained failure',
    seen: 'From {failures, plural, one {# failure} other {# failures}} of parts in {years} device-years of the fleet, by the age of these parts',
    together: 'Together, as independent causes: 100% − {product} = {fortnight}% within 14 days',
    factor: '(100% − {percent}%)',
    none: 'No cause reaches 0.1% within 28 days.',
    week: 'Within 7 days: {week}%; within 28 days: {month}%',
    warnFrom:
      'Signs of less than {percent}% within 14 days do not turn the status to a warning: signs may warn of at most one device in five',
    unknown:
      '{count, plural, one {# part without a judgement of its own} other {# parts without a judgement of their own}}',
  },
  codeLevel: {
    distance: '0.6745 × |{value} − median {median}| ÷ deviation {mad} = {distance}',
    log: 'Of the logarithms (median {median}, deviation {mad}), which count where they are nearer: {distance}',
    limits: 'Level 1 from {limit}; levels 2 and 3 from 5 and 8 of the plain distance',
    rarity: 'Judged by how rare the value is on these devices; the most frequent value has level 0.',
  },
  readings: 'Readings of {from} to {to}: from {first} to {last}',
} as const;

/** Words that every chart shares. */
export const charts = {
  actual: 'Actual',
  actualPoint: '{date}: {value}',
  crossing: 'Reaches threshold',
  crossingPoint: '{date}: reaches threshold, 80% range {lower} – {upper}',
  dataTable: 'Data table',
  downloadCsv: 'Download CSV',
  downloadPng: 'Download PNG',
  forecast: 'Forecast',
  forecastPoint: '{date}: {value} forecast, 80% range {lower} – {upper}',
  gapPoint: 'no report from {from} to {to}',
  hideDataTable: 'Chart',
  lower: 'Lower bound',
  noReport: 'no report',
  period: 'Period',
  pictureFailed: 'The browser could not draw the picture',
  points: '{title}: values, arrow keys move',
  replaced: 'replaced',
  state: 'State',
  today: 'today',
  unknownZone: '{zone}, as the time zone of this browser is not known',
  upper: 'Upper bound',
  value: 'Value',
} as const;

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
