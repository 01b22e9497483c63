import type { RuleForm } from '@platen/contract/rules';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl/react';
import { environment } from '../../../platform/environment.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { ButtonLink } from '../../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { ruleQueries } from '../queries.ts';
import styles from './editor.module.css';
import { Editor } from './editor.tsx';
import { emptyForm, formOfTemplate } from './rule-draft.ts';

/** The code of 'no longer there' and 'not there'. */
const gone = 204001;

/** '/rules/new', alone or from a template or another rule, and '/rules/{id}'. */
export function EditorScreen({ ruleId }: { readonly ruleId: string }) {
  const search: { readonly template?: string; readonly copy?: string } = useSearch({ strict: false });
  if (ruleId !== 'new') return <StoredRule ruleId={ruleId} />;
  if (search.copy !== undefined) return <CopiedRule ruleId={search.copy} />;
  const form = formOfTemplate(search.template, environment().locale);
  return form === undefined ? (
    <Editor key="new" start={emptyForm} />
  ) : (
    <Editor key={search.template} start={form} template={search.template} />
  );
}

function StoredRule({ ruleId }: { readonly ruleId: string }) {
  const query = useQuery(ruleQueries.one(ruleId));
  const { data } = query;
  if (data === undefined) return <NotThere query={query} />;
  return <Editor stored={data} start={data.rule.form} />;
}

/** The form of another rule under another name. */
function CopiedRule({ ruleId }: { readonly ruleId: string }) {
  const t = useTranslations('rules.editor');
  const query = useQuery(ruleQueries.one(ruleId));
  const { data } = query;
  if (data === undefined) return <NotThere query={query} />;
  const { form } = data.rule;
  const start: RuleForm = { ...form, name: t('copyName', { name: form.name }).slice(0, longestName) };
  return <Editor start={start} />;
}

const longestName = 80;

function NotThere({ query }: { readonly query: Parameters<typeof toPanelState>[0] }) {
  const t = useTranslations('rules.editor');
  const isGone = query.error !== null && toStateOf(query.error).errorCode === gone;
  return (
    <div className="page">
      <div className={styles.sheet}>
        {isGone ? (
          <div className={styles.gone}>
            <p role="alert">{t('gone')}</p>
            <ButtonLink to="/rules">{t('back')}</ButtonLink>
          </div>
        ) : (
          <div className={styles.block}>
            <PanelBody state={toPanelState(query, 8)} />
          </div>
        )}
      </div>
    </div>
  );
}
