import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import type { ExportFormat, ResultField } from '@basalt/contract/query/query.schema.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { PlanView } from '../explain/PlanView.tsx'
import { readPlan } from '../explain/plan-tree.ts'
import { QueryFailurePanel } from '../failure/QueryFailurePanel.tsx'
import { ChangePreview } from '../preview/ChangePreview.tsx'
import { RESULT_TABS_MAX } from '../query.rules.ts'
import { LimitPicker } from '../run/LimitPicker.tsx'
import { isOver, type QueryRunSnapshot } from '../run/query-run.ts'
import { useElapsed } from '../run/use-elapsed.ts'
import { ResultPager } from './ResultPager.tsx'
import { ResultTabs } from './ResultTabs.tsx'
import { defaultResult, interruptionOf } from './result-labels.ts'
import { StatementResult } from './StatementResult.tsx'
import { scriptStatements } from './script-statements.rules.ts'

/** All results of a run so far. */
export function ResultsPane({
  snapshot,
  onLimit,
  onBrowseAll,
  onExportAll,
  onEndPreview,
  onPreviewAgain,
}: {
  snapshot: QueryRunSnapshot
  /** Runs it again with another limit; omitted when the limit is fixed. */
  onLimit?: ((limit: RowLimit) => void) | undefined
  /** Runs the only statement again to browse all of its rows. */
  onBrowseAll?: (() => void) | undefined
  /** Exports every row of the only statement; omitted when it cannot be run again. */
  onExportAll?: ((format: ExportFormat) => void) | undefined
  onEndPreview: (how: 'commit' | 'rollback') => void
  /** Previews the same text again. */
  onPreviewAgain: () => void
}) {
  const { startedAt, resultsOf, outcomes, failure, source } = snapshot
  const isStale = resultsOf !== startedAt && (outcomes.length > 0 || failure !== undefined)
  return (
    <div className="flex h-full flex-col">
      <SessionNotes snapshot={snapshot} />
      <div
        aria-busy={isStale}
        // The previous results fade only once the next run takes noticeable time.
        className={cx('min-h-0 flex-1 transition-opacity', isStale && 'opacity-50 delay-200')}
      >
        <Outcomes
          key={resultsOf}
          snapshot={isStale && snapshot.previous ? { ...snapshot, ...snapshot.previous } : snapshot}
          interruption={isStale ? 'Not finished' : interruptionOf(snapshot)}
          limitPicker={
            !isStale &&
            onLimit &&
            source?.limit !== undefined && <LimitPicker limit={source.limit} onPick={onLimit} />
          }
          onBrowseAll={isStale ? undefined : onBrowseAll}
          onExportAll={isStale ? undefined : onExportAll}
          onEndPreview={onEndPreview}
          onPreviewAgain={onPreviewAgain}
        />
      </div>
    </div>
  )
}

function Outcomes({
  snapshot,
  interruption,
  limitPicker,
  onBrowseAll,
  onExportAll,
  onEndPreview,
  onPreviewAgain,
}: {
  snapshot: QueryRunSnapshot
  interruption: string | undefined
  limitPicker: ReactNode
  onBrowseAll: (() => void) | undefined
  onExportAll: ((format: ExportFormat) => void) | undefined
  onEndPreview: (how: 'commit' | 'rollback') => void
  onPreviewAgain: () => void
}) {
  const { outcomes, failure, source, held } = snapshot
  const [selected, setSelected] = useState<number>()
  const statements = scriptStatements(snapshot)
  const only = statements.length <= 1 && outcomes.length === 1 && !failure ? outcomes[0] : undefined

  const planned = outcomes.find(({ fields }) => isPlan(fields))
  const planText = planned?.columns[0]?.at(0) ?? undefined
  const plan = useMemo(() => (planText === undefined ? undefined : readPlan(planText)), [planText])
  const previewed =
    source?.isPreview && isOver(snapshot) ? outcomes.find(({ fields }) => isChange(fields)) : undefined
  if (previewed && !failure)
    return <ChangePreview outcome={previewed} held={held} onEnd={onEndPreview} onAgain={onPreviewAgain} />
  if (plan && planText !== undefined && !failure) return <PlanView plan={plan} text={planText} />
  if (only)
    return (
      <StatementResult
        outcome={only}
        interruption={interruption}
        limit={source?.limit}
        limitPicker={limitPicker}
        onBrowseAll={onBrowseAll}
        onExportAll={onExportAll}
      />
    )
  if (statements.length <= 1 || (outcomes.length === 0 && !failure?.sql))
    return failure ? (
      <QueryFailurePanel failure={failure} limit={source?.limit} />
    ) : (
      <Nothing snapshot={snapshot} />
    )
  const Choice = statements.length > RESULT_TABS_MAX ? ResultPager : ResultTabs
  const stopped = statements.findIndex(({ state }) => state === 'failed' || state === 'cancelled')
  return (
    <Choice
      statements={statements}
      failure={failure}
      interruption={interruption}
      chosen={selected ?? (stopped >= 0 ? stopped : defaultResult(outcomes))}
      onChoose={setSelected}
    />
  )
}

/** EXPLAIN (FORMAT JSON) returns one column. */
const isPlan = (fields: readonly ResultField[] | undefined) =>
  fields?.length === 1 && fields[0]?.name === 'QUERY PLAN' && fields[0].type === 'json'

/** A previewed statement returns these two columns. */
const isChange = (fields: readonly ResultField[] | undefined) =>
  fields?.length === 2 && fields[0]?.name === 'old' && fields[1]?.name === 'new'

function Nothing({ snapshot }: { snapshot: QueryRunSnapshot }) {
  const { state, startedAt } = snapshot
  const elapsed = useElapsed(startedAt, !isOver(snapshot))
  return (
    <div className="p-4 text-sm">
      {state === 'cancelled' && <p>{interruptionOf(snapshot)}</p>}
      {state === 'done' && <p>Success. No rows returned.</p>}
      {elapsed !== undefined && <Spinner label="Running" />}
    </div>
  )
}

/** Notes about transactions and settings, which end with the run. */
function SessionNotes({ snapshot }: { snapshot: QueryRunSnapshot }) {
  const { state, isRolledBack, source } = snapshot
  if (state !== 'done') return null
  if (isRolledBack)
    return (
      <Callout tone="warning" role="status" title="The transaction was rolled back" className="m-2">
        It was never committed. Add commit and run both together.
      </Callout>
    )
  if (source?.leavesSetting)
    return (
      <Callout role="status" title="The setting applied to this run only" className="m-2">
        Every run has its own session. Run the setting together with the statements that need it.
      </Callout>
    )
  return null
}
