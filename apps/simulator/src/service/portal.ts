import { setTimeout as wait } from 'node:timers/promises';
import { agreeToTerms, noteLogin, readMe } from '@platen/contract/account';
import {
  type CodeChangesAnswer,
  type CodeProposal,
  listCodeProposals,
  proposeCodes,
  readCodeChanges,
} from '@platen/contract/code-history';
import { latestTermsVersion } from '@platen/contract/constants';
import type { BodyOf } from '@platen/contract/endpoint';
import { jobAccepted, readJob, readJobResult } from '@platen/contract/jobs';
import { readTrial, trialAnswer, tryRule } from '@platen/contract/rule-trials';
import { type AlertRule, addRule, enableRule, type ListedRule, listRules } from '@platen/contract/rules';
import { importVisits } from '@platen/contract/visit-import';
import type { VisitList } from '@platen/contract/visit-names';
import { type DeviceRecord, type RecordAnswer, recordVisit } from '@platen/contract/visit-records';
import {
  cancelVisit,
  listVisits,
  makeVisit,
  planVisit,
  readVisit,
  startVisit,
  type Visit,
  type VisitPage,
} from '@platen/contract/visits';
import {
  type ActionBody,
  type ActionResult,
  actOnWorklist,
  listWorklist,
  readWorklistRow,
  type WorklistDetail,
  worklistPageSize,
} from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';

/** A job that has not ended is asked for again so often. */
const progressMs = 500;

/** Calls of one signed-in person. A refusal throws an error that names the call and its answer. */
export class Portal {
  readonly #server: URL;
  readonly #token: string;

  constructor(server: URL, token: string) {
    this.#server = server;
    this.#token = token;
  }

  /** What a first sign-in does: the time is noted, the person agrees to the terms. Resolves to who it is. */
  async signIn(): Promise<{ readonly userId: string; readonly name: string }> {
    await this.#call(noteLogin.method, noteLogin.path);
    await this.#call(agreeToTerms.method, agreeToTerms.path, { version: latestTermsVersion });
    const { userId, name = '' } = readMe.answer.parse(await this.#call(readMe.method, readMe.path));
    if (userId === undefined) throw new Error(`${readMe.path} names no user`);
    return { userId, name };
  }

  /** The first `pages` pages of the list in the order of work, with all classes and planned rows. */
  async readRows(pages: number): Promise<readonly WorklistRow[]> {
    const rows: WorklistRow[] = [];
    for (let page = 0; page < pages; page++) {
      const query = `?priority=P1,P2,P3,P4&planned=1&offset=${page * worklistPageSize}&limit=${worklistPageSize}`;
      const answer = await this.#call(listWorklist.method, `${listWorklist.path}${query}`);
      const found = listWorklist.answer.parse(answer);
      rows.push(...found.rows);
      if (found.rows.length < worklistPageSize) break;
    }
    return rows;
  }

  async readRow(id: string): Promise<WorklistDetail> {
    const path = readWorklistRow.path.replace('{id}', id);
    return readWorklistRow.answer.parse(await this.#call(readWorklistRow.method, path));
  }

  async act(body: ActionBody): Promise<ActionResult> {
    return actOnWorklist.answer.parse(await this.#call(actOnWorklist.method, actOnWorklist.path, body));
  }

  /** The first page of a list of visits, with the numbers of all lists. */
  async readVisits(list: VisitList): Promise<VisitPage> {
    return listVisits.answer.parse(await this.#call(listVisits.method, `${listVisits.path}?list=${list}`));
  }

  async readVisit(id: string): Promise<Visit> {
    const path = readVisit.path.replace('{id}', id);
    return readVisit.answer.parse(await this.#call(readVisit.method, path)).visit;
  }

  async makeVisit(body: BodyOf<typeof makeVisit>): Promise<Visit> {
    return makeVisit.answer.parse(await this.#call(makeVisit.method, makeVisit.path, body)).visit;
  }

  async planVisit(id: string, body: BodyOf<typeof planVisit>): Promise<void> {
    await this.#call(planVisit.method, planVisit.path.replace('{id}', id), body);
  }

  async startVisit(id: string): Promise<void> {
    await this.#call(startVisit.method, startVisit.path.replace('{id}', id), {});
  }

  async cancelVisit(id: string, body: BodyOf<typeof cancelVisit>): Promise<void> {
    await this.#call(cancelVisit.method, cancelVisit.path.replace('{id}', id), body);
  }

  /** Changes of the codes of a device in the last 90 days. */
  async readCodeChanges(id: string): Promise<CodeChangesAnswer> {
    const path = readCodeChanges.path.replace('{id}', id);
    return readCodeChanges.answer.parse(await this.#call(readCodeChanges.method, path));
  }

  async readProposals(id: string): Promise<readonly CodeProposal[]> {
    const path = listCodeProposals.path.replace('{id}', id);
    return listCodeProposals.answer.parse(await this.#call(listCodeProposals.method, path)).proposals;
  }

  async proposeCodes(id: string, body: BodyOf<typeof proposeCodes>): Promise<void> {
    await this.#call(proposeCodes.method, proposeCodes.path.replace('{id}', id), body);
  }

  async recordVisit(id: string, version: number, devices: readonly DeviceRecord[]): Promise<RecordAnswer> {
    const path = recordVisit.path.replace('{id}', id);
    return recordVisit.answer.parse(await this.#call(recordVisit.method, path, { version, devices }));
  }

  /** Brings in past visits from a file; resolves to how many were made. */
  async importVisits(csv: string): Promise<number> {
    const job = await this.#call(importVisits.method, importVisits.path, { csv, dryRun: false });
    const result = await this.#readResult(jobAccepted.parse(job).jobId, readJobResult.path);
    const answer = readJobResult.answer.parse(result);
    return answer.kind === 'visitImport' ? answer.visits : 0;
  }

  async readRules(): Promise<readonly ListedRule[]> {
    return listRules.answer.parse(await this.#call(listRules.method, listRules.path)).rules;
  }

  async addRule(body: BodyOf<typeof addRule>): Promise<AlertRule> {
    return addRule.answer.parse(await this.#call(addRule.method, addRule.path, body)).rule;
  }

  /** Tries a rule on the past, at once or by a job. False: no device has what it asks for. */
  async tryRule(body: BodyOf<typeof tryRule>): Promise<boolean> {
    const answer = await this.#call(tryRule.method, tryRule.path, body);
    const job = jobAccepted.safeParse(answer);
    const tried = job.success ? await this.#readResult(job.data.jobId, readTrial.path) : answer;
    return trialAnswer.parse(tried).result.canBeTried;
  }

  /** What a job answers at `path` once it has ended. */
  async #readResult(id: string, path: string): Promise<unknown> {
    for (;;) {
      const { finishedAt } = readJob.answer.parse(await this.#call(readJob.method, readJob.path.replace('{id}', id)));
      if (finishedAt !== null) return await this.#call('GET', path.replace('{id}', id));
      await wait(progressMs);
    }
  }

  async enableRule(ruleId: string, version: number): Promise<void> {
    await this.#call(enableRule.method, enableRule.path.replace('{ruleId}', ruleId), { version });
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(path, this.#server), {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    const answer: unknown = JSON.parse(text);
    return answer;
  }
}
