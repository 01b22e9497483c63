import { jobAccepted, readJob } from '@platen/contract/jobs';
import { readTrial, type TrialAnswer, trialAnswer, tryRule } from '@platen/contract/rule-trials';
import type { RuleForm } from '@platen/contract/rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { call } from '../../../api/client.ts';
import { noteJobSeen } from '../../../jobs/job-queries.ts';
import { reportThrown } from '../../../platform/errors.ts';
import { toStateOf } from '../../../platform/failure.ts';

/** What was asked for. */
export interface Asked {
  readonly form: RuleForm;
  readonly against: RuleForm | undefined;
  readonly days: number;
}

const progressMs = 1000;
const trialOrJob = z.union([trialAnswer, jobAccepted]);
/** The server wants a name, the trial does not depend on it. */
const named = (form: RuleForm): RuleForm => (form.name.trim() === '' ? { ...form, name: '-' } : form);

/** A trial of a rule, answered at once or by a job that is followed here (BT-14). */
export function useTrial(ruleId: string | undefined) {
  const client = useQueryClient();
  const [done, setDone] = useState<{ readonly asked: Asked; readonly answer: TrialAnswer }>();
  const asking = useMutation({
    mutationFn: async ({ form, against, days }: Asked) => {
      const body = {
        form: named(form),
        days,
        ...(against === undefined ? {} : { against }),
        ...(ruleId === undefined ? {} : { ruleId }),
      };
      return (await call({ ...tryRule, answer: trialOrJob }, { body })).data;
    },
  });
  const jobId = asking.data !== undefined && 'jobId' in asking.data ? asking.data.jobId : undefined;
  const job = useQuery({
    queryKey: ['ruleTrial', 'job', jobId] as const,
    queryFn: async ({ signal }) => (await call(readJob, { params: { id: jobId }, signal })).data,
    enabled: jobId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.finishedAt === null ? progressMs : false),
  });
  const hasEnded = jobId !== undefined && job.data?.state === 'done';
  const later = useQuery({
    queryKey: ['ruleTrial', 'result', jobId] as const,
    queryFn: async ({ signal }) => (await call(readTrial, { params: { id: jobId }, signal })).data,
    enabled: hasEnded,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const answer = asking.data !== undefined && 'result' in asking.data ? asking.data : later.data;
  const { variables: asked } = asking;
  // The last result stays while the next one is on its way.
  if (answer !== undefined && asked !== undefined && done?.answer !== answer) setDone({ asked, answer });
  const isFetched = later.data !== undefined;
  useEffect(() => {
    if (jobId !== undefined && isFetched) noteJobSeen(client, jobId).catch(reportThrown);
  }, [client, jobId, isFetched]);
  const isOpen = jobId !== undefined && answer === undefined && job.error === null && later.error === null;
  const error = asking.error ?? job.error ?? later.error;
  const failure = job.data?.state === 'failed' ? job.data.reason?.errorCode : undefined;
  return {
    done,
    ask: asking.mutate,
    isBusy: asking.isPending || (isOpen && failure === undefined),
    /** How far a job is; undefined: there is none. */
    progress: isOpen ? job.data : undefined,
    errorCode: error === null ? failure : toStateOf(error).errorCode,
  };
}
