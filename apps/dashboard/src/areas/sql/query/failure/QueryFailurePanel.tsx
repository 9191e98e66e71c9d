import { CircleAlert, Sparkles } from 'lucide-react'
import { use } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { CopyButton } from '../../../../ui/text/CopyButton.tsx'
import { SwitchToPrimary } from '../../database/switch-to-primary.ts'
import { failureAdvice, isReplicaFailure } from './failure-advice.ts'
import { FailureHelp } from './failure-help.ts'
import { failureParts } from './failure-parts.ts'
import type { QueryFailure } from './query-failure.ts'

/** Why a run failed, in PostgreSQL's own words when the error is its own. */
export function QueryFailurePanel({
  failure,
  limit,
  consequence,
}: {
  failure: QueryFailure
  limit?: number | undefined
  /** The outcome of the script's other statements. */
  consequence?: string | undefined
}) {
  const { title, excerpt, detail, hint, whole } = failureParts(failure)
  const onDebug = use(FailureHelp)
  const switchToPrimary = use(SwitchToPrimary)
  const isOnReplica = switchToPrimary !== undefined
  const advice = failureAdvice(failure, limit, isOnReplica)
  return (
    <section aria-label="Error" className="h-full overflow-auto p-4">
      <div role="alert" className="rounded-md border border-critical-line bg-critical-subtle">
        <div className="flex flex-wrap items-start justify-end gap-x-2 py-2 pr-2 pl-3">
          <CircleAlert className="mt-1.5 size-4 text-critical-ink" aria-hidden />
          {/* On a phone the buttons wrap below the error instead of squeezing it. */}
          <p className="wrap-anywhere min-w-[min(20rem,80%)] flex-1 py-1 font-medium text-sm">{title}</p>
          <span className="flex items-center gap-2">
            {onDebug && (
              <Button size="sm" icon={Sparkles} onClick={() => onDebug(whole)}>
                Debug with Assistant
              </Button>
            )}
            <CopyButton text={whole} label="Copy error" />
          </span>
        </div>
        {excerpt && (
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="overflow-x-auto border-critical-line border-t px-3 py-2 text-xs leading-5"
          >
            {excerpt}
          </pre>
        )}
        {(detail || hint || failure.requestId) && (
          <div className="wrap-anywhere flex flex-col gap-1 border-critical-line border-t px-3 py-2 text-sm">
            {detail && <p className="whitespace-pre-line">{detail}</p>}
            {hint && (
              <p>
                <span className="font-medium">Hint:</span> {hint}
              </p>
            )}
            {failure.requestId && (
              <p className="flex items-center gap-1 text-ink-muted text-xs">
                <span className="shrink-0">Request</span> <code>{failure.requestId}</code>
                <CopyButton text={failure.requestId} label="Copy request id" />
              </p>
            )}
          </div>
        )}
      </div>
      {consequence && <p className="mt-3 text-ink-muted text-sm">{consequence}</p>}
      {advice && <Callout className="mt-3">{advice}</Callout>}
      {isOnReplica && isReplicaFailure(failure) && (
        <Button className="mt-3" onClick={switchToPrimary}>
          Switch to primary database
        </Button>
      )}
    </section>
  )
}
