import type { RulesTexts } from '@platen/catalogue/texts/types';
import { useMatches } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { lazyTexts, loadResource } from '../../platform/load-texts.ts';
import { loadRuleWords } from '../../rule-words/load-rule-words.ts';
import { AddedTexts, ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { RulesList } from './rules-list.tsx';

const loadTexts = lazyTexts<RulesTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/rules-ja-jp') : import('@platen/catalogue/texts/rules-en-us'),
);

const Editor = lazy(async () => ({
  default: (await loadResource(() => import('./editor/editor-screen.tsx'))).EditorScreen,
}));

const Delivery = lazy(async () => ({
  default: (await loadResource(() => import('./delivery/delivery-screen.tsx'))).DeliveryScreen,
}));

/**
 * '/rules': alert rules with what they opened; '/rules/{id}': the editor of one, '/rules/new' of a new one;
 * '/rules/delivery': where messages go, and the log.
 */
export function RulesScreen() {
  const [, , ruleId = ''] = (useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '').split('/');
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      <AddedTexts load={loadRuleWords}>
        {ruleId === '' ? (
          <RulesList />
        ) : ruleId === 'delivery' ? (
          <Suspense fallback={<ScreenLoading rows={8} />}>
            <Delivery />
          </Suspense>
        ) : (
          <Suspense fallback={<ScreenLoading rows={8} />}>
            <Editor key={ruleId} ruleId={ruleId} />
          </Suspense>
        )}
      </AddedTexts>
    </ScreenWithTexts>
  );
}
