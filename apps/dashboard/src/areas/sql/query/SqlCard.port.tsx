import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import type { SqlRole } from '../role/sql-role.port.ts'
import { ConfirmRun } from './lazy-layers.ts'
import { LazyResults } from './results/LazyResults.tsx'
import { useQueryRun } from './run/query-run.queries.ts'
import { isOver, type QueryRunSnapshot } from './run/query-run.ts'
import { RunControl } from './run/RunControl.tsx'
import { useRunRequest } from './run/use-run-request.ts'
import { useCatalogue } from './use-catalogue.ts'

const LIMIT = 100

const nothing = () => undefined

/** SQL to read, copy and run. Every write needs confirmation. */
export function SqlCard({
  project,
  runKey,
  sql,
  label,
  codeLabel,
  actions,
  role,
  onRun = nothing,
}: {
  project: Project
  /** Identifies its run on the page. */
  runKey: string
  sql: string
  label: string
  /** The accessible name of the code, unique on the page. */
  codeLabel: string
  /** Further buttons, before Run. */
  actions: ReactNode
  /** The role to run as; postgres by default. */
  role?: SqlRole | undefined
  /** Called when a run has ended. */
  onRun?: (snapshot: QueryRunSnapshot) => void
}) {
  const { ref, name, status } = project
  const { run, snapshot } = useQueryRun(ref, runKey)
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.readWithSql, { slug: project.organization_slug, ref }),
  )
  const isUp = can('query', status)
  const catalogue = useCatalogue(ref, refusal === undefined && isUp)
  const { request, confirmation } = useRunRequest(ref, run, catalogue, { confirmsWrites: true })
  const reason =
    refusal ?? (isUp ? undefined : `${statusLabels[status]}. SQL runs once the project is healthy.`)
  const reportRun = useEffectEvent(onRun)
  useEffect(() => {
    if (snapshot.state !== 'idle' && isOver(snapshot)) reportRun(snapshot)
  }, [snapshot])
  return (
    // biome-ignore lint/a11y/useSemanticElements: no part of a form
    <div role="group" aria-label={label} className="overflow-hidden rounded-md border border-line-strong">
      <CodeBlock
        code={sql}
        title={label}
        label={codeLabel}
        className="max-h-80 overflow-y-auto rounded-none border-0"
      />
      <div className="flex items-center justify-end gap-2 border-line border-t px-2 py-1.5">
        {actions}
        <RunControl
          snapshot={snapshot}
          projectName={name}
          hasSelection={false}
          reason={reason}
          reasonLink={undefined}
          hasShortcut={false}
          onRun={() => request({ sql, from: 0 }, LIMIT, { role })}
          onCancel={() => run.cancel()}
        />
      </div>
      {snapshot.state !== 'idle' && (
        <div className="h-64 border-line border-t">
          <LazyResults
            snapshot={snapshot}
            example={undefined}
            onEndPreview={(how) => void run.endHeld(how)}
            onPreviewAgain={() => undefined}
          />
        </div>
      )}
      <ConfirmRun {...confirmation} />
    </div>
  )
}
