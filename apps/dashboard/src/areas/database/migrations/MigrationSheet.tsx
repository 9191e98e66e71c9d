import { migrationFileName, migrationFileText } from '@basalt/contract/migrations/migrations.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { downloadFile } from '../../../lib/download.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { migrationQueries } from './migrations.queries.ts'

/** One migration with its statements. */
export function MigrationSheet({
  projectRef,
  version,
  onClose,
}: {
  projectRef: string
  version: string | undefined
  onClose: () => void
}) {
  return (
    <Sheet
      open={version !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={version && `Migration ${version}`}
      size="lg"
    >
      {version !== undefined && (
        <SheetBody>
          <Statements projectRef={projectRef} version={version} />
        </SheetBody>
      )}
    </Sheet>
  )
}

function Statements({ projectRef, version }: { projectRef: string; version: string }) {
  const migration = useQuery(migrationQueries.one(projectRef, version))
  if (migration.isPending)
    return (
      <div role="status" aria-label="Loading the migration">
        <Skeleton className="h-40 w-full" />
      </div>
    )
  if (migration.isError)
    return (
      <ErrorPanel
        title="Failed to load the migration"
        message={migration.error.message}
        requestId={requestIdOf(migration.error)}
        onRetry={migration.refetch}
        retrying={migration.isFetching}
      />
    )
  const { name, statements } = migration.data
  if (statements.length === 0)
    return (
      <p className="text-ink-muted text-sm">Only the version of this migration was recorded, not its SQL.</p>
    )
  const file = migrationFileName(version, name)
  const sql = migrationFileText(statements)
  return (
    <>
      <CodeBlock title={file} label="SQL" code={sql} wrap />
      <Button
        icon={Download}
        className="self-start"
        onClick={() => downloadFile(file, 'application/sql', [sql])}
      >
        Download file
      </Button>
    </>
  )
}
