import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { usePlan } from '../../table-editor/tables/change-plan.port.ts'
import { checkDrop, DropConsequences } from '../../table-editor/tables/DropConsequences.port.tsx'
import type { DescribedObject, ListedObject, ObjectKindPage } from './object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from './objects.queries.ts'

/** Asks whether to drop an object, and shows what goes with it. */
export function DropObjectDialog<Item extends ListedObject, Found extends DescribedObject>({
  projectRef: ref,
  kind,
  found,
  refusal,
  onClose,
}: {
  projectRef: string
  kind: ObjectKindPage<Item, Found>
  found: Found
  /** Why it cannot be dropped. */
  refusal: string | undefined
  onClose: () => void
}) {
  const { object, one } = kind
  const { id, fingerprint, draft } = found
  const title = kind.titleOf?.(found) ?? draft.name
  const [cascade, setCascade] = useState(false)
  const change = { object, action: 'drop', id, fingerprint, cascade } as ObjectChange
  const plan = usePlan(change, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${one} ${title}?`}
      confirmLabel={`Delete ${one}`}
      onConfirm={async () => {
        if (refusal !== undefined) throw new Error(refusal)
        checkDrop(plan, cascade)
        await apply(change)
        toast({ tone: 'success', title: `${title} deleted` })
      }}
    >
      <div className="flex flex-col gap-3">
        <p>
          {draft.schema === undefined ? title : `${draft.schema}.${title}`} is removed from the database. This
          cannot be undone.
        </p>
        <DropConsequences plan={plan} cascade={cascade} onCascadeChange={setCascade} />
      </div>
    </ConfirmDialog>
  )
}
