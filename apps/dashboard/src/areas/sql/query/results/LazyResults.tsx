import { SquareTerminal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { whenIdle } from '../../../../lib/when-idle.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { lazyPanel } from '../../../../ui/lazy-panel.tsx'
import { KeyboardKey } from '../../../../ui/text/KeyboardKey.tsx'
import type { ResultsPane } from './ResultsPane.tsx'

const results = lazyPanel(async () => (await import('./ResultsPane.tsx')).ResultsPane, 'the results')
const prepare = () => void results.prepare().catch(() => undefined)

/** Loads the grid's code before the first rows arrive. */
export const prepareGrid = () =>
  void import('../../../../ui/grid/DataGrid.tsx')
    .then(({ preloadDataGrid }) => preloadDataGrid())
    .catch(() => undefined)

/** The results of a run, or a hint before the first one. The code for results loads after the editor. */
export function LazyResults({
  example,
  ...props
}: ComponentProps<typeof ResultsPane> & { example: ReactNode }) {
  useEffect(() => whenIdle(prepare), [])
  if (props.snapshot.state === 'idle')
    return (
      <div className="grid h-full place-items-center overflow-auto">
        <EmptyState icon={SquareTerminal} title="Results appear here" frame={false} action={example}>
          Write SQL and run it with <KeyboardKey keys={['Mod', 'Enter']} />. Select text to run only that
          part.
        </EmptyState>
      </div>
    )
  return <results.LazyPanel {...props} />
}
