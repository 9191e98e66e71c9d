import { Link } from '@tanstack/react-router'
import { Plus, Rows3 } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'

/** Below the names of the columns, where no row is. */
export function NoRows({
  isTable,
  onClearFilter,
  onAdd,
}: {
  isTable: boolean
  /** Undefined when the rows are not filtered. */
  onClearFilter: (() => void) | undefined
  /** Undefined when no row can be added. */
  onAdd: (() => void) | undefined
}) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-8 bottom-0 grid place-items-center p-4 *:pointer-events-auto">
      {onClearFilter ? (
        <EmptyState
          frame={false}
          icon={Rows3}
          title="No rows match the filter"
          action={<Button onClick={onClearFilter}>Clear filter</Button>}
        />
      ) : (
        <EmptyState
          frame={false}
          icon={Rows3}
          title="No rows"
          action={
            onAdd && (
              <Button icon={Plus} onClick={onAdd}>
                Add first row
              </Button>
            )
          }
        >
          {isTable ? 'This table is empty.' : 'This view returns no rows.'}
        </EmptyState>
      )}
    </div>
  )
}

/** Instead of the grid of a table without columns. */
export function NoColumns({ canInsert }: { canInsert: boolean }) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center p-4">
      <EmptyState
        frame={false}
        icon={Rows3}
        title="No columns"
        action={
          canInsert && (
            <ButtonLink render={<Link to="." search={(known) => ({ ...known, panel: 'column' as const })} />}>
              Insert column
            </ButtonLink>
          )
        }
      >
        This table has no columns that you can read.
      </EmptyState>
    </div>
  )
}
