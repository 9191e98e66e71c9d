import { SquareTerminal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { whenIdle } from '../../../../lib/when-idle.ts'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { latePanel } from '../../../../ui/late-panel.tsx'
import { KeyboardKey } from '../../../../ui/text/KeyboardKey.tsx'
import type { ResultsPane } from './ResultsPane.tsx'

const results = latePanel(async () => (await import('./ResultsPane.tsx')).ResultsPane, 'the results')
const prepare = () => void results.prepare().catch(() => undefined)

/** Fetches the grid's code ahead of its first rows. */
export const prepareGrid = () =>
  void import('../../../../ui/grid/DataGrid.tsx')
    .then(({ preloadDataGrid }) => preloadDataGrid())
    .catch(() => undefined)

/** What a run brought, or what to do before there was one. What shows results is loaded after the editor. */
export function LateResults({
  example,
  ...props
}: ComponentProps<typeof ResultsPane> & { example: ReactNode }) {
  useEffect(() => whenIdle(prepare), [])
  if (props.snapshot.state === 'idle')
    return (
      <div className="grid h-full place-items-center overflow-auto">
        <EmptyState icon={SquareTerminal} title="Results appear here" frame={false} action={example}>
          Write SQL and run it with <KeyboardKey keys={['Mod', 'Enter']} />. Select a part to run only that.
        </EmptyState>
      </div>
    )
  return <results.LatePanel {...props} />
}
