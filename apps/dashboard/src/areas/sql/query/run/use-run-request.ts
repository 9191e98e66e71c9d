import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import { useState } from 'react'
import { useProductionLock } from '../../../project/production-lock/production-lock.port.ts'
import { type RunIssue, removesData, runIssues, writeIssues } from '../analysis/run-issues.ts'
import { sqlWorker } from '../analysis/sql-worker-client.ts'
import type { CatalogueIndex } from '../editor/catalogue-index.ts'
import { explainSource } from '../explain/explain-source.ts'
import { toastFailure } from '../failure/toast-failure.ts'
import { previewSource } from '../preview/preview-source.ts'
import type { QueryRun } from './query-run.ts'
import type { QuerySource } from './query-source.ts'
import { limited } from './row-limit.ts'
import type { RunTarget } from './run-target.ts'

interface PendingRun {
  readonly source: QuerySource
  readonly issues: readonly RunIssue[]
  /** Whether the lock of production refuses it. */
  readonly isLocked: boolean
}

/**
 * Analyses SQL and runs it: with a limit if it can have one, and after confirmation if it removes data or may have side
 * effects. SQL that would change production while it is locked does not run.
 */
export function useRunRequest(
  ref: string,
  run: QueryRun,
  catalogue: CatalogueIndex | undefined,
  /** Whether every write needs confirmation, not only those that remove data. */
  { confirmsWrites = false } = {},
) {
  const [pending, setPending] = useState<PendingRun>()
  const [isConfirming, setConfirming] = useState(false)
  const { isLocked } = useProductionLock(ref)

  const start = async (chosen: QuerySource, limit: RowLimit, target: RunTarget) => {
    const analysis = await sqlWorker.analyse(chosen.sql)
    const source = { ...limited(chosen, analysis, limit), leavesSetting: leavesSetting(analysis), ...target }
    const found = runIssues(analysis.statements, (name) => isHarmless(catalogue, name))
    const issues = confirmsWrites ? [...found, ...writeIssues(analysis.statements)] : found
    const isRefused = isLocked && analysis.statements.some(({ writes }) => writes)
    if (issues.length === 0 && !isRefused) return void run.start(ref, source)
    setPending({ source, issues, isLocked: isRefused })
    setConfirming(true)
  }
  const request = (chosen: QuerySource, limit: RowLimit, target: RunTarget) =>
    void start(chosen, limit, target).catch(toastFailure('Failed to execute SQL'))

  /** Rejects with a message for the user when there is no plan. */
  const explain = async (chosen: QuerySource, target: RunTarget, isReadOnly: boolean) => {
    const analysis = await sqlWorker.analyse(chosen.sql)
    void run.start(ref, { ...explainSource(chosen, analysis, isReadOnly), ...target })
  }

  /** Rejects with a message for the user when the SQL cannot be previewed. */
  const preview = async (chosen: QuerySource, target: RunTarget) => {
    void run.start(ref, { ...previewSource(chosen, await sqlWorker.analyse(chosen.sql)), ...target })
  }

  return {
    request,
    explain,
    preview,
    /** The props of the dialog; the issues stay while it closes. */
    confirmation: {
      projectRef: ref,
      sql: pending?.source.sql ?? '',
      isLocked: pending?.isLocked ?? false,
      issues: pending?.issues ?? [],
      isOpen: isConfirming,
      onClose: () => setConfirming(false),
      onConfirm: ({ withoutWayBack }: { withoutWayBack: boolean }) => {
        if (!pending) return
        const source = { ...pending.source, removesData: !withoutWayBack && removesData(pending.issues) }
        void run.start(ref, source)
      },
    },
  }
}

/** `name` may be qualified with a schema. */
function isHarmless(catalogue: CatalogueIndex | undefined, name: string): boolean {
  const [last = '', schema] = name.split('.').reverse()
  return catalogue?.isHarmless(last, schema) === true
}

/** Whether the last statement of a script changes a setting or role, which ends with the run. */
const leavesSetting = ({ statements }: Awaited<ReturnType<typeof sqlWorker.analyse>>) => {
  const session = statements.at(-1)?.session
  return session === 'setting' || session === 'role'
}
