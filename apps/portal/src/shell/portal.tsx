import type { Texts } from '@platen/catalogue/texts/types';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { environment } from '../platform/environment.ts';
import { TextsProvider } from './i18n.tsx';
import { queryClient } from '../platform/query-client.ts';
import type { createPortalRouter } from './router.tsx';

interface PortalProps {
  readonly texts: Texts;
  readonly router: ReturnType<typeof createPortalRouter>;
}

/** The whole application. */
export function Portal({ texts, router }: PortalProps) {
  const { locale, config } = environment();
  return (
    <TextsProvider locale={locale} stage={config.stage} texts={texts}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TextsProvider>
  );
}
