import type { RuleWords } from '@platen/catalogue/rule-sentence';
import type { AnswerOf } from '@platen/contract/endpoint';
import { traitsOf } from '@platen/contract/rule-metrics';
import type { evaluateRules, RuleForm, RuleTest } from '@platen/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { ruleQueries } from '../queries.ts';
import styles from './editor.module.css';
import { Finder, type Picked } from './pick-dialog.tsx';

interface OneDeviceProps {
  readonly form: RuleForm;
  readonly words: RuleWords;
  /** The form has no fault. */
  readonly isWhole: boolean;
}

/** What each test finds on one device as it is now, with the form as it stands here (AR-16). */
export function OneDevice({ form, words, isWhole }: OneDeviceProps) {
  const t = useTranslations('rules.device');
  const id = useId();
  const [device, setDevice] = useState<Picked>();
  return (
    <section className={styles.block} aria-labelledby={id} data-print={device === undefined ? 'none' : undefined}>
      <div className={styles.blockHead}>
        <h2 id={id}>{t('title')}</h2>
        <span className="quiet">{t('note')}</span>
      </div>
      {device === undefined ? (
        <>
          <Finder label={t('find')} kind="device" chosen={[]} onPick={setDevice} />
          <p className={styles.hint}>{t('hint')}</p>
        </>
      ) : (
        <>
          <p className={styles.picked}>
            <span className="code">{device.name}</span>{' '}
            <Button variant="quiet" onClick={() => setDevice(undefined)}>
              {t('other')}
            </Button>
          </p>
          {isWhole ? (
            <Findings deviceId={device.value} form={form} words={words} />
          ) : (
            <p className={styles.hint}>{t('needsForm')}</p>
          )}
        </>
      )}
    </section>
  );
}

type Finding = AnswerOf<typeof evaluateRules>['rules'][number]['tests'][number][number];
/** Lines of one test at most: a device may have hundreds of codes. */
const mostLines = 12;

function Findings({ deviceId, form, words }: { deviceId: string; form: RuleForm; words: RuleWords }) {
  const t = useTranslations('rules.device');
  const query = useQuery(ruleQueries.onDevice(deviceId, form));
  const { data } = query;
  return (
    <PanelBody state={toPanelState(query, form.tests.length + 1)}>
      {data === undefined || data === null ? null : (
        <>
          <output className={styles.verdict} data-holds={String(data.inScope && data.holds)}>
            {data.inScope
              ? t(data.holds === null ? 'all.unknown' : data.holds ? 'all.yes' : 'all.no')
              : t('outOfScope')}
          </output>
          <table className={styles.findings}>
            <thead>
              <tr>
                {(['test', 'subject', 'value', 'holds'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.tests.flatMap((findings, index) => {
                const test = form.tests[index];
                if (test === undefined) return [];
                return toShown(findings).map((finding, line) => (
                  <tr key={`${index}-${finding.subject ?? line}`}>
                    <td>{line === 0 ? words.test(test) : <span className="vh">{words.test(test)}</span>}</td>
                    <td>{subjectOf(test, finding, words)}</td>
                    <td>{words.found(test.metric, finding) ?? t('unknown')}</td>
                    <td data-holds={String(finding.holds)}>
                      {t(finding.holds === null ? 'unknown' : finding.holds ? 'yes' : 'no')}
                    </td>
                  </tr>
                ));
              })}
            </tbody>
          </table>
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('again')}
          </Button>
        </>
      )}
    </PanelBody>
  );
}

/** Those that hold first; a test without any finding has one line that is not known. */
function toShown(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length === 0) return [{ holds: null, value: null }];
  return findings.toSorted((a, b) => Number(b.holds === true) - Number(a.holds === true)).slice(0, mostLines);
}

function subjectOf(test: RuleTest, { subject }: Finding, words: RuleWords): string {
  const kind = traitsOf(test.metric).subject;
  if (subject === undefined || subject === '') return '-';
  return kind === undefined ? words.word(test.metric, subject) : words.subject(kind, subject);
}
