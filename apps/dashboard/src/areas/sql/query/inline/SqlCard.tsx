import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { ConfirmRun } from '../late-layers.ts'
import { LateResults } from '../results/LateResults.tsx'
import { useQueryRun } from '../run/query-run.queries.ts'
import { isOver, type QueryRunSnapshot } from '../run/query-run.ts'
import { RunControl } from '../run/RunControl.tsx'
import { useRunRequest } from '../run/use-run-request.ts'
import { useCatalogue } from '../use-catalogue.ts'

const LIMIT = 100

/** SQL that somebody else has written: to be read, taken away and run, with a question before whatever may change something. */
export function SqlCard({
  project,
  place,
  sql,
  label,
  codeLabel,
  actions,
  onRun,
}: {
  project: Project
  /** Names its run among all others of the page. */
  place: string
  sql: string
  label: string
  /** The name of its text, which no other on the page has. */
  codeLabel: string
  /** What else can be done with it. */
  actions: ReactNode
  /** Hears how a run ended. */
  onRun: (snapshot: QueryRunSnapshot) => void
}) {
  const { ref, name, status } = project
  const { run, snapshot } = useQueryRun(ref, place)
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.readWithSql, { slug: project.organization_slug, ref }),
  )
  const isUp = can('query', status)
  const catalogue = useCatalogue(ref, snapshot, refusal === undefined && isUp)
  const { request, confirmation } = useRunRequest(ref, run, catalogue, { asksForWrites: true })
  const reason = refusal ?? (isUp ? undefined : `${statusWords[status]}. SQL runs once it is healthy.`)
  const tell = useEffectEvent(onRun)
  useEffect(() => {
    if (snapshot.state !== 'idle' && isOver(snapshot)) tell(snapshot)
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
          isByKey={false}
          onRun={() => request({ sql, from: 0 }, LIMIT, {})}
          onCancel={() => run.cancel()}
        />
      </div>
      {snapshot.state !== 'idle' && (
        <div className="h-64 border-line border-t">
          <LateResults
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
