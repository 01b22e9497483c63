import { Component, type ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { LazyFailure } from './lazy-failure.tsx';
import { closePopup } from '../platform/popup.ts';

interface PopupBoundaryProps {
  /** Title of the dialog that says the popup could not be loaded. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A popup whose code does not arrive says so, with 'Reload' (CN-19, OQ-122). */
export class PopupBoundary extends Component<PopupBoundaryProps, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Dialog title={this.props.title} onClose={closePopup}>
        <LazyFailure error={error} />
      </Dialog>
    );
  }
}
