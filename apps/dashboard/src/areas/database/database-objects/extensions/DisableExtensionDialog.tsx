import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import { checkDrop, DropConsequences } from '../../../table-editor/tables/DropConsequences.port.tsx'
import { objectQueries, useRunObjectChange } from '../objects.queries.ts'
import { extensionQueries } from './extensions.queries.ts'

/** Asks whether to disable an extension, and shows what uses it. */
export function DisableExtensionDialog({
  projectRef: ref,
  name,
  id,
  refusal,
  onClose,
}: {
  projectRef: string
  name: string
  id: number
  /** Why the member cannot disable it. */
  refusal: string | undefined
  onClose: () => void
}) {
  const [cascade, setCascade] = useState(false)
  const found = useQuery(extensionQueries.one(ref, id))
  const fingerprint = found.data?.fingerprint ?? ''
  const change: ObjectChange = { object: 'extension', action: 'drop', id, fingerprint, cascade }
  const plan = usePlan(change, (asked) => objectQueries.plan(ref, asked))
  const run = useRunObjectChange(ref)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Disable ${name}?`}
      confirmLabel="Disable extension"
      onConfirm={async () => {
        if (refusal !== undefined) throw new Error(refusal)
        if (found.error) throw found.error
        checkDrop(plan, cascade)
        await run(change)
        toast({ tone: 'success', title: `${name} disabled` })
      }}
    >
      <div className="flex flex-col gap-3">
        <p>Its functions, types and operators are removed from the database.</p>
        <DropConsequences plan={plan} cascade={cascade} onCascadeChange={setCascade} />
      </div>
    </ConfirmDialog>
  )
}
