import { Database, Plus } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { Specimen } from '../Specimen.tsx'

export function Panels() {
  return (
    <>
      <Specimen name="Loading: a table, and a card" wide>
        <div className="flex flex-col gap-3">
          <TableSkeleton label="Loading projects" columns={4} rows={3} />
          <div
            role="status"
            aria-label="Loading project"
            className="flex flex-col gap-3 rounded-md border p-4"
          >
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-64" />
          </div>
        </div>
      </Specimen>
      <Specimen name="Error" wide>
        <ErrorPanel
          title="Failed to load projects"
          message="The server did not answer within 30 seconds."
          requestId="req-7f3a91c2"
          onRetry={() => {}}
        />
      </Specimen>
      <Specimen name="Empty" wide>
        <EmptyState
          icon={Database}
          title="No projects yet"
          action={
            <Button variant="primary" icon={Plus}>
              New project
            </Button>
          }
        >
          A project is a PostgreSQL database with its own users and files.
        </EmptyState>
      </Specimen>
    </>
  )
}
