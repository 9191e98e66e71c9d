import type { Index } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import { useState } from 'react'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import { checkDrop, DropConsequences } from '../../../table-editor/tables/DropConsequences.port.tsx'
import type { ObjectDropProps } from '../object-kind-page.ts'
import { objectQueries, useRunObjectChange } from '../objects.queries.ts'

/** Asks whether to drop an index, by default without making others wait. */
export function DropIndexDialog({
  projectRef: ref,
  found: { id, fingerprint, draft, is_partitioned },
  refusal,
  onClose,
}: ObjectDropProps<Index>) {
  const [isChosen, setChosen] = useState(!is_partitioned)
  const [cascade, setCascade] = useState(false)
  const concurrently = isChosen && !cascade
  const change: ObjectChange = { object: 'index', action: 'drop', id, fingerprint, cascade, concurrently }
  const plan = usePlan(change, (asked) => objectQueries.plan(ref, asked))
  const run = useRunObjectChange(ref)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete index ${draft.name}?`}
      confirmLabel="Delete index"
      onConfirm={async () => {
        if (refusal !== undefined) throw new Error(refusal)
        checkDrop(plan, cascade)
        const { is_running } = await run(change)
        toast(
          is_running
            ? { title: `${draft.name} is being deleted`, description: 'It waits for running transactions.' }
            : { tone: 'success', title: `${draft.name} deleted` },
        )
      }}
    >
      <div className="flex flex-col gap-3">
        <p>
          {draft.schema}.{draft.name} is removed from the database. Queries that use it become slower.
        </p>
        {!is_partitioned && (
          <Checkbox
            label="Delete concurrently"
            description={
              cascade
                ? 'Not possible together with what depends on it.'
                : 'Readers and writers of the table do not wait.'
            }
            disabled={cascade}
            checked={concurrently}
            onCheckedChange={setChosen}
          />
        )}
        <DropConsequences plan={plan} cascade={cascade} onCascadeChange={setCascade} />
      </div>
    </ConfirmDialog>
  )
}
