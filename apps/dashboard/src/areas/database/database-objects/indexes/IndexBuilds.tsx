import type {
  IndexBuilds as Builds,
  IndexBuild,
} from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { endActivity } from '../../../sql/query/query.queries.ts'
import { buildProgress, buildTitle, phaseText } from './index-build.rules.ts'
import { indexQueries } from './indexes.queries.ts'

/** What builds, rebuilds or drops indexes in the database now, and what failed since. */
export function IndexBuilds({
  projectRef: ref,
  refusal,
}: {
  projectRef: string
  refusal: string | undefined
}) {
  const { data, error } = useQuery(indexQueries.builds(ref))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  if (error && !data)
    return (
      <Callout tone="warning" title="Failed to look for running builds">
        {error.message}
      </Callout>
    )
  if (!data) return null
  return (
    <>
      {data.builds.length > 0 && (
        <ul aria-label="Running builds" className="flex flex-col gap-2">
          {data.builds.map((build) => (
            <Build
              key={`${build.pid} ${build.connected_at}`}
              projectRef={ref}
              build={build}
              refusal={refusal}
            />
          ))}
        </ul>
      )}
      {data.failures
        .filter(({ id }) => !closed.has(id))
        .map((failure) => (
          <Failure
            key={failure.id}
            failure={failure}
            onClose={() => setClosed(new Set([...closed, failure.id]))}
          />
        ))}
    </>
  )
}

function Build({
  projectRef: ref,
  build,
  refusal,
}: {
  projectRef: string
  build: IndexBuild
  refusal: string | undefined
}) {
  const cancel = useMutation(endActivity(ref))
  const { pid, connected_at, phase, sql, waits_for, started_at, role } = build
  const { percent, detail } = buildProgress(build)
  const title = buildTitle(build)
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface-1 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium text-sm">{title}</p>
          <p className="text-ink-muted text-xs">
            {role} began <When time={started_at} />. It continues when you close this page.
          </p>
        </div>
        <Button
          size="sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ pid, connected_at, how: 'cancel' })}
          {...(refusal !== undefined && { reason: refusal })}
        >
          Cancel
        </Button>
      </div>
      <ProgressBar
        label={phaseText(phase)}
        value={percent}
        {...(detail !== undefined && { valueText: `${Math.round(percent ?? 0)} %, ${detail}` })}
      />
      {cancel.error && (
        <p role="alert" className="text-critical-ink text-xs">
          {cancel.error.message}
        </p>
      )}
      {waits_for.length > 0 && (
        <ul aria-label="Waits for" className="flex flex-col gap-1 text-ink-muted text-xs">
          {waits_for.map((session) => (
            <li key={session.pid} className="wrap-anywhere">
              Waits for {session.role} (process {session.pid}
              {session.state === null ? '' : `, ${session.state}`}):{' '}
              <code className="font-mono">{session.query}</code>
            </li>
          ))}
        </ul>
      )}
      <code className="wrap-anywhere line-clamp-3 font-mono text-ink-muted text-xs">{sql}</code>
    </li>
  )
}

function Failure({ failure, onClose }: { failure: Builds['failures'][number]; onClose: () => void }) {
  const { sql, message, started_by, failed_at } = failure
  return (
    <Callout
      tone="critical"
      title={
        <>
          A change of an index failed <When time={failed_at} />
        </>
      }
      action={
        <Button size="sm" onClick={onClose}>
          Dismiss
        </Button>
      }
    >
      <p>{message}</p>
      <p className="mt-1 text-xs">
        {started_by}: <code className="font-mono">{sql}</code>
      </p>
    </Callout>
  )
}
