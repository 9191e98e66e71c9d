import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SqlConfirmDialog } from '../../../ui/dialog/SqlConfirmDialog.tsx'
import { objectQueries, useRunObjectChange } from './objects.queries.ts'

/** Asks whether to make one change of an object that exists, and shows the SQL that it runs. */
export function PlannedChangeDialog({
  projectRef: ref,
  title,
  confirmLabel,
  change,
  problem,
  children,
  onDone,
  onClose,
}: {
  projectRef: string
  title: string
  confirmLabel: string
  /** Undefined while the object is being read. */
  change: ObjectChange | undefined
  /** Why the object could not be read. */
  problem: Error | null
  /** What the change means. */
  children: ReactNode
  /** Called once the change is made, or runs in the background, before the dialog closes. */
  onDone: (result: { is_running: boolean }) => unknown
  onClose: () => void
}) {
  const plan = useQuery({ ...objectQueries.plan(ref, change!), enabled: change !== undefined })
  const run = useRunObjectChange(ref)
  const failure = problem ?? plan.error
  return (
    <SqlConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      confirmLabel={confirmLabel}
      tone="primary"
      statements={failure ? [] : plan.data?.statements.map(({ sql }) => sql)}
      onConfirm={async () => {
        if (failure) throw failure
        if (change) await onDone(await run(change))
      }}
    >
      {children}
    </SqlConfirmDialog>
  )
}
