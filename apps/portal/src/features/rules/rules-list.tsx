import { ruleTemplates } from '@platen/catalogue/rule-templates';
import { can } from '@platen/contract/rights';
import type { ListedRule } from '@platen/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { meQuery } from '../../api/account-queries.ts';
import { environment } from '../../platform/environment.ts';
import { logError } from '../../platform/log.ts';
import { useRuleWords } from '../../rule-words/use-rule-words.ts';
import { Button, Icon } from '../../ui/button.tsx';
import { ButtonLink, Link } from '../../ui/link.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { AreaFrame } from './area-frame.tsx';
import { ruleQueries } from './queries.ts';
import { RuleRow } from './rule-row.tsx';
import styles from './rules-list.module.css';
import { useScopeNames } from './scope-names.ts';

const noRules: readonly ListedRule[] = [];

/** Those that need a look first, then those that are on, each by name (AR-15). */
const rankOf = ({ trouble, rule }: ListedRule): number => (trouble !== null ? 0 : rule.enabled ? 1 : 2);

const columns = ['state', 'rule', 'scope', 'firing', 'opened', 'nuisance', 'changed'] as const;

/** '/rules': each rule in words, on which devices, and what it opened. */
export function RulesList() {
  const t = useTranslations('rules.list');
  const me = useQuery(meQuery).data;
  const query = useQuery(ruleQueries.list);
  const words = useRuleWords();
  const navigate = useNavigate();
  const dates = useDates();
  const now = useMinute();
  const [typed, setTyped] = useState('');
  const searchBox = useRef<HTMLInputElement>(null);
  const mayManage = can(me, 'manageRules');
  const rules = query.data?.rules ?? noRules;
  const names = useScopeNames(rules.map(({ rule }) => rule.form.scope));
  const wanted = typed.trim().toLocaleLowerCase();
  const lines = rules
    .map((listed) => {
      const { form } = listed.rule;
      return { listed, sentence: words.sentence(form) ?? '', scope: words.scope(form.scope, names) };
    })
    .filter(({ listed, sentence, scope }) =>
      `${listed.rule.form.name}\n${sentence}\n${scope}`.toLocaleLowerCase().includes(wanted),
    )
    .toSorted((a, b) => rankOf(a.listed) - rankOf(b.listed));
  useKeys({
    '/': () => searchBox.current?.select(),
    c: mayManage
      ? () => {
          navigate({ to: '/rules/$ruleId', params: { ruleId: 'new' } }).catch((thrown: unknown) =>
            logError('a new rule could not be opened', thrown),
          );
        }
      : undefined,
  });
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head}>
        {query.data === undefined ? null : <Figures rules={rules} />}
        <span className={styles.space} />
        <SearchField ref={searchBox} label={t('search')} hint={t('searchHint')} value={typed} onType={setTyped} />
        {mayManage ? (
          <>
            <TemplateMenu />
            <ButtonLink
              variant="primary"
              to="/rules/$ruleId"
              params={{ ruleId: 'new' }}
              aria-keyshortcuts="c"
              data-print="none"
            >
              <Icon name="plus" />
              {t('add')}
              <kbd className={styles.key} aria-hidden="true">
                c
              </kbd>
            </ButtonLink>
          </>
        ) : null}
      </div>
      <AreaFrame
        shown="rules"
        count={query.data === undefined ? undefined : rules.length}
        aside={
          query.data === undefined || query.data.evaluatedAt === null ? null : (
            <span className={styles.asOf}>
              {t('evaluated', { time: dates.moment(new Date(query.data.evaluatedAt), now) })}
            </span>
          )
        }
      >
        <PanelBody state={toPanelState(query, 8)}>
          {rules.length === 0 ? (
            <EmptyList mayManage={mayManage} />
          ) : lines.length === 0 ? (
            <p className={styles.empty}>{t('noHit')}</p>
          ) : (
            <ListTable
              caption={t('caption')}
              columns={columns}
              heading={(column) => t(`columns.${column}`)}
              className={styles.table}
            >
              {lines.map(({ listed, sentence, scope }) => (
                <RuleRow
                  key={listed.rule.ruleId}
                  listed={listed}
                  sentence={sentence}
                  scope={scope}
                  userId={me?.userId}
                  now={now}
                />
              ))}
            </ListTable>
          )}
        </PanelBody>
      </AreaFrame>
    </div>
  );
}

const bold = { b: (chunks: ReactNode) => <b>{chunks}</b> };

/** How many rules are on, how many need a look, and what they opened. */
function Figures({ rules }: { readonly rules: readonly ListedRule[] }) {
  const t = useTranslations('rules.list');
  const format = useFormatter();
  const sum = (of: (listed: ListedRule) => number) => rules.reduce((total, listed) => total + of(listed), 0);
  const trouble = rules.filter((listed) => listed.trouble !== null).length;
  const resolved = sum(({ resolved }) => resolved);
  return (
    <p className={styles.figures}>
      <span className={styles.count}>
        <b>{format.number(rules.filter(({ rule }) => rule.enabled).length)}</b> {t('on', { count: rules.length })}
      </span>
      {trouble === 0 ? null : (
        <span className={styles.look}>
          <StatusShape status="warning" /> {t('look', { count: trouble })}
        </span>
      )}
      <span>{t.rich('firing', { ...bold, count: sum(({ firing }) => firing) })}</span>
      <span>{t.rich('opened', { ...bold, count: sum(({ opened }) => opened) })}</span>
      {resolved === 0 ? null : (
        <span>{t.rich('nothing', { ...bold, count: sum(({ nuisance }) => nuisance), of: resolved })}</span>
      )}
    </p>
  );
}

/** The shipped templates; each opens as a new rule that is not saved yet. */
function TemplateMenu() {
  const t = useTranslations('rules.list');
  const navigate = useNavigate();
  const { locale } = environment();
  return (
    <Menu
      label={t('fromTemplate')}
      items={ruleTemplates.map(({ template, texts }) => ({
        key: template,
        label: texts[locale].name,
        onSelect: () => {
          navigate({ to: '/rules/$ruleId', params: { ruleId: 'new' }, search: { template } }).catch((thrown: unknown) =>
            logError('a template could not be opened', thrown),
          );
        },
      }))}
      renderTrigger={(trigger) => (
        <Button {...trigger}>
          {t('fromTemplate')}
          <Icon name="chevron" />
        </Button>
      )}
    />
  );
}

/** No rules yet: what needs none, and what one can begin with. */
function EmptyList({ mayManage }: { readonly mayManage: boolean }) {
  const t = useTranslations('rules.list');
  const { locale } = environment();
  return (
    <div className={styles.empty}>
      <h2>{t('empty')}</h2>
      <p>{t('emptyHint')}</p>
      {mayManage ? (
        <ul className={styles.templates}>
          {ruleTemplates.map(({ template, texts }) => (
            <li key={template}>
              <Link to="/rules/$ruleId" params={{ ruleId: 'new' }} search={{ template }}>
                {texts[locale].name}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
