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
import { FollowedSource } from './FollowedSource.tsx'
import { importOrigin, importTitle } from './import-names.rules.ts'

const PHASES: Readonly<Record<ImportPhase, string>> = {
  definition: 'Reading the definition of the source, and creating tables and functions',
  rows: 'Copying rows',
  constraints: 'Building indexes and constraints',
  connecting: 'Creating a publication, a replication slot and a subscription',
  following: 'Following the source',
  switching: 'Waiting for the last change of the source, whose tables are locked against writes',
  finishing: 'Handing everything over to postgres',
  removing: 'Removing what the import has created',
}

/** The import that runs, followed until it ends. */
export function RunningImport({ project, running }: { project: Project; running: DatabaseImport }) {
  const { ref, organization_slug: slug } = project
  const { id, phase, progress, kind } = running
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.importDatabase, { slug, ref }))
  const cancel = useMutation(cancelImport(ref))
  const isCopying = phase === 'rows' && progress !== null && progress.bytes_total > 0
  const isSwitching = phase === 'switching' || (kind === 'follow' && phase === 'finishing')
  const reason =
    refusal ??
    (phase === 'removing' ? 'The import is being removed already' : undefined) ??
    (isSwitching ? 'The import is being switched over' : undefined) ??
    (kind === 'file' ? 'Close the page that uploads the file to cancel the import' : undefined)
  return (
    <Card
      title={`${phase === 'following' ? 'Following' : 'Importing'} ${importTitle(running)}`}
      description={
        kind === 'file'
          ? `${importOrigin(running)}. Keep the page open that uploads it.`
          : `${importOrigin(running)}. You can leave this page: the import continues.`
      }
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
      {phase === 'following' ? (
        <FollowedSource project={project} running={running} refusal={refusal} />
      ) : (
        <ProgressBar
          label={PHASES[phase]}
          value={isCopying ? Math.min(100, (progress.bytes / progress.bytes_total) * 100) : null}
          {...(progress &&
            phase === 'rows' && {
              valueText:
                kind === 'file'
                  ? formatBytes(progress.bytes)
                  : `${progress.tables} of ${progress.tables_total} tables, ${formatBytes(progress.bytes)}`,
            })}
        />
      )}
    </Card>
  )
}
