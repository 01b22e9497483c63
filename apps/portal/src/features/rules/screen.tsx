import type { RulesTexts } from '@platen/catalogue/texts/types';
import { useMatches } from '@tanstack/react-router';
import { lazyTexts } from '../../platform/load-once.ts';
import { loadRuleWords } from '../../rule-words/load-rule-words.ts';
import { AddedTexts, ScreenLoading, ScreenWithTexts } from '../../ui/added-texts.tsx';
import { later } from '../../ui/later.tsx';
import { RulesList } from './rules-list.tsx';

export const loadTexts = lazyTexts<RulesTexts>((locale) =>
  locale === 'ja-jp' ? import('@platen/catalogue/texts/rules-ja-jp') : import('@platen/catalogue/texts/rules-en-us'),
);

const waiting = <ScreenLoading rows={8} />;
const Editor = later(async () => (await import('./editor/editor-screen.tsx')).EditorScreen, waiting);

const Delivery = later(async () => (await import('./delivery/delivery-screen.tsx')).DeliveryScreen, waiting);

/**
 * '/rules': alert rules with what they opened; '/rules/{id}': the editor of one, '/rules/new' of a new one;
 * '/rules/delivery': where messages go, and the log.
 */
export function RulesScreen() {
  const [, , ruleId = ''] = (useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? '').split('/');
  return (
    <ScreenWithTexts load={loadTexts} rows={8}>
      <AddedTexts load={loadRuleWords} placeholder={waiting}>
        {ruleId === '' ? <RulesList /> : ruleId === 'delivery' ? <Delivery /> : <Editor key={ruleId} ruleId={ruleId} />}
      </AddedTexts>
    </ScreenWithTexts>
  );
}
