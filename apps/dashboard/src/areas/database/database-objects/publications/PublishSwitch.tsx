import type {
  ListedPublication,
  Publishes,
} from '@basalt/contract/database-objects/publications/publications.schema.ts'
import { useState } from 'react'
import { Switch } from '../../../../ui/controls/Switch.tsx'
import { Tooltip } from '../../../../ui/floating/Tooltip.tsx'
import { PublicationChangeDialog } from './PublicationChangeDialog.tsx'

const CHANGES = {
  insert: 'inserted rows',
  update: 'updated rows',
  delete: 'deleted rows',
  truncate: 'truncations',
}

/** Whether a publication sends one kind of changes. */
export function PublishSwitch({
  projectRef: ref,
  item: { id, name, publishes, is_for_all_tables },
  operation,
  refusal,
}: {
  projectRef: string
  item: ListedPublication
  operation: keyof Publishes
  /** Why the member cannot change it. */
  refusal: string | undefined
}) {
  const [isAsking, setAsking] = useState(false)
  const isOn = publishes[operation]
  const reason =
    refusal ?? (is_for_all_tables ? 'Only a superuser can change a publication of all tables.' : undefined)
  const control = (
    <Switch
      aria-label={`${name} publishes ${CHANGES[operation]}`}
      checked={isOn}
      disabled={reason !== undefined}
      onCheckedChange={() => setAsking(true)}
    />
  )
  return (
    <>
      {reason === undefined ? (
        control
      ) : (
        <Tooltip content={reason}>
          <span>{control}</span>
        </Tooltip>
      )}
      {isAsking && (
        <PublicationChangeDialog
          projectRef={ref}
          id={id}
          title={`${isOn ? 'Stop publishing' : 'Publish'} ${CHANGES[operation]}?`}
          confirmLabel={isOn ? 'Stop publishing' : 'Publish'}
          changed={(draft) => ({ ...draft, publishes: { ...draft.publishes, [operation]: !isOn } })}
          onClose={() => setAsking(false)}
        >
          <p>
            Subscribers of {name} {isOn ? 'no longer receive' : 'receive'} {CHANGES[operation]} from now on.
          </p>
        </PublicationChangeDialog>
      )}
    </>
  )
}
