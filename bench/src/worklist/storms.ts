import { randomUUID } from 'node:crypto';
import { hourMs, minuteMs } from '@platen/contract/constants';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { evaluateDevice } from '@platen/diagnosis/conditions/evaluate';
import { evaluateCollector } from '@platen/diagnosis/conditions/evaluate-groups';
import type { DeviceFacts, Evaluation, Hold, LoggedReport, Stored } from '@platen/diagnosis/conditions/evaluation';
import { toEvents } from '@platen/diagnosis/delivery/events';
import { noRules } from '@platen/diagnosis/rules/rule-spans';
import { settings } from './listed-device.ts';

/** A Monday, 06:00 UTC. */
const start = Date.parse('2026-11-02T06:00:00Z');
const neverEvaluated: Stored = { memory: null, conditions: [], actions: [], byHand: null };
const factsOf = (holds: readonly Hold[]): DeviceFacts => ({
  serial: null,
  retiredAt: null,
  roundMs: 15 * minuteMs,
  judged: null,
  calls: null,
  pages: [],
  explainedDays: [],
  findings: null,
  codeChanges: null,
  rules: noRules,
  firmware: null,
  pagesAMonth: null,
  medianPages: null,
  weight: null,
  closeDay: null,
  agreement: null,
  holds,
});

const keep = (stored: Stored, { memory, conditions, finalIds }: Evaluation): Stored => ({
  ...stored,
  memory,
  conditions: conditions.filter(({ conditionId }) => !finalIds.includes(conditionId)),
});

/** Events of an evaluation that a subscription to openings gets; each is at most one message. */
const newsOf = (stored: Stored, evaluation: Evaluation): number =>
  toEvents(stored.conditions, [], evaluation).filter(({ event }) => ['opened', 'cameBack', 'worse'].includes(event))
    .length;

/**
 * Devices that flap for a day: each goes down for ten minutes and is well for ten, read every 5 min from its
 * own minute on, and evaluated every 15 min (FG-04). Most openings and returns of one device,
 * and most events that are sent of one.
 */
export function flap(devices: number): { devices: number; most: number; openings: number; mostSent: number } {
  const facts = factsOf([]);
  let most = 0;
  let mostSent = 0;
  let openings = 0;
  for (let device = 0; device < devices; device++) {
    const phase = device % 20;
    let stored = neverEvaluated;
    const all: LoggedReport[] = [];
    let own = 0;
    let sent = 0;
    for (let minute = phase % 5; minute < 24 * 60; minute += 5) {
      const at = start + minute * minuteMs;
      all.push({ at, matters: (minute + phase) % 20 < 10 ? ['down:C371'] : [] });
      if (all.length % 3 !== 0) continue;
      const isWhole = stored.memory === null;
      const until = stored.memory?.log?.until ?? 0;
      const reports = isWhole ? all : all.filter((one) => one.at > until);
      const evaluation = evaluateDevice(stored, { reports, isWhole }, facts, { now: at, settings, newId: randomUUID });
      own += evaluation.added.filter(({ change }) => change === 'opened' || change === 'cameBack').length;
      sent += newsOf(stored, evaluation);
      stored = keep(stored, evaluation);
    }
    most = Math.max(most, own);
    mostSent = Math.max(mostSent, sent);
    openings += own;
  }
  return { devices, most, openings, mostSent };
}

/**
 * A collector with some devices is unplugged for 3 h (FG-05): most rows at one time, of the collector and
 * of devices that nothing hides, and what is left 30 min after it came back. `offlineHours` of the server
 * decide when a device has stopped: two, so that all devices stop while it is silent. `sent`: events for
 * messages.
 */
export function unplug(devices: number): {
  most: number;
  ofDevices: number;
  left: number;
  openings: number;
  sent: number;
} {
  const time = toWorkTime(settings.calendar);
  if (!time.isWorkingDay(time.dayOf(start))) throw new RangeError('the storm begins on a working day');
  const own = { ...settings, offlineHours: 2 };
  let collector = neverEvaluated;
  const states = Array.from({ length: devices }, () => ({
    stored: neverEvaluated,
    reports: new Array<LoggedReport>(),
  }));
  const silent = { from: start + 2 * hourMs, to: start + 5 * hourMs };
  const result = { most: 0, ofDevices: 0, left: 0, openings: 0, sent: 0 };
  let lastContactAt = start;
  for (let at = start; at <= silent.to + 30 * minuteMs; at += 5 * minuteMs) {
    const isHeard = at < silent.from || at >= silent.to;
    if (isHeard) lastContactAt = at;
    const facts = { name: 'south', lastContactAt, silentFrom: lastContactAt + 15 * minuteMs, devices, agreement: null };
    const evaluated = evaluateCollector(collector, facts, { now: at, settings: own, newId: randomUUID });
    result.sent += newsOf(collector, evaluated);
    collector = keep(collector, evaluated);
    result.openings += evaluated.added.filter(({ change }) => change === 'opened').length;
    const holds = evaluated.conditions
      .filter(({ kind }) => kind === 'collector')
      .map(({ conditionId, openedAt, resolvedAt }): Hold => {
        return { conditionId, kind: 'collector', subject: '', from: openedAt, until: resolvedAt };
      });
    let rows = 0;
    for (const state of states) {
      if (isHeard && (at - start) % (15 * minuteMs) === 0) state.reports.push({ at, matters: [] });
      const isWhole = state.stored.memory === null;
      const until = state.stored.memory?.log?.until ?? 0;
      const reports = isWhole ? state.reports : state.reports.filter((one) => one.at > until);
      const evaluation = evaluateDevice(state.stored, { reports, isWhole }, factsOf(holds), {
        now: at,
        settings: own,
        newId: randomUUID,
      });
      result.sent += newsOf(state.stored, evaluation);
      state.stored = keep(state.stored, evaluation);
      result.openings += evaluation.added.filter(({ change }) => change === 'opened' || change === 'cameBack').length;
      if (evaluation.row !== null) rows++;
    }
    const all = rows + (evaluated.row === null ? 0 : 1);
    result.most = Math.max(result.most, all);
    result.ofDevices = Math.max(result.ofDevices, rows);
    result.left = all;
  }
  return result;
}
