import type { ImportPhase } from '@basalt/contract/database-import/database-import.rules.ts'
import type { DatabaseImport } from '@basalt/contract/database-import/database-import.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../lib/bytes.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { cancelImport } from './database-import.queries.ts'

const PHASES: Readonly<Record<ImportPhase, string>> = {
  definition: 'Reading the definition of the source, and creating tables and functions',
  rows: 'Copying rows',
  constraints: 'Building indexes and constraints',
  finishing: 'Handing everything over to postgres',
  removing: 'Removing what the import has created',
}

/** The import that runs, followed until it ends. */
export function RunningImport({ project, running }: { project: Project; running: DatabaseImport }) {
  const { ref, organization_slug: slug } = project
  const { id, phase, source, progress } = running
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.importDatabase, { slug, ref }))
  const cancel = useMutation(cancelImport(ref))
  const isCopying = phase === 'rows' && progress !== null && progress.bytes_total > 0
  const reason = refusal ?? (phase === 'removing' ? 'The import is being removed already' : undefined)
  return (
    <Card
      title={`Importing ${source.database}`}
      description={`From ${source.host}:${source.port}. You can leave this page: the import goes on.`}
      actions={
        <Button
          loading={cancel.isPending}
          onClick={() => cancel.mutate(id)}
          {...(reason !== undefined && { reason })}
        >
          Cancel import
        </Button>
      }
    >
      <ProgressBar
        label={PHASES[phase]}
        value={isCopying ? Math.min(100, (progress.bytes / progress.bytes_total) * 100) : null}
        {...(progress &&
          phase === 'rows' && {
            valueText: `${progress.tables} of ${progress.tables_total} tables, ${formatBytes(progress.bytes)}`,
          })}
      />
    </Card>
  )
}
