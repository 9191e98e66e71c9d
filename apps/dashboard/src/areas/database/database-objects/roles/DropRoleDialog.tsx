import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import type { Role } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { usePlan } from '../../../table-editor/tables/change-plan.port.ts'
import type { ObjectDropProps } from '../object-kind-page.ts'
import { objectQueries, useApplyObjectChange } from '../objects.queries.ts'
import { roleQueries } from './roles.queries.ts'

type Owned = 'keep' | 'reassign' | 'drop'

const OWNER = 'postgres'

/** Asks whether to drop a role, and what becomes of what it owns. */
export function DropRoleDialog({
  projectRef: ref,
  found: { id, fingerprint, draft, active_connections: connections },
  refusal,
  onClose,
}: ObjectDropProps<Role>) {
  const [owned, setOwned] = useState<Owned>('keep')
  const [heir, setHeir] = useState(OWNER)
  const roles = useInfiniteQuery(roleQueries.list(ref, { search: '', order: 'asc', filters: {} }))
  const change: ObjectChange = {
    object: 'role',
    action: 'drop',
    id,
    fingerprint,
    cascade: owned === 'drop',
    reassign_to: owned === 'reassign' ? heir : null,
  }
  const plan = usePlan(change, (asked) => objectQueries.plan(ref, asked))
  const apply = useApplyObjectChange(ref)
  const dependents = plan.data?.dependents ?? []
  const heirs = [
    ...new Set([
      OWNER,
      heir,
      ...(roles.data?.pages.flatMap(({ objects }) => objects) ?? []).map(({ name }) => name),
    ]),
  ].filter((name) => name !== draft.name && !name.startsWith('pg_') && !name.startsWith('basalt_'))
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete role ${draft.name}?`}
      confirmLabel="Delete role"
      onConfirm={async () => {
        if (refusal !== undefined) throw new Error(refusal)
        if (dependents.length > 0 && owned === 'keep')
          throw new Error('Choose what becomes of what depends on the role.')
        await apply(change)
        toast({ tone: 'success', title: `${draft.name} deleted` })
      }}
    >
      <div className="flex flex-col gap-3">
        <p>{draft.name} is removed from the database server. This cannot be undone.</p>
        {connections > 0 && (
          <Callout tone="warning">
            {`${connections === 1 ? 'One connection is' : `${connections} connections are`} open as this role.`}
          </Callout>
        )}
        {dependents.length > 0 && (
          <>
            <Callout tone="warning" title="These depend on it">
              <ul className="max-h-40 overflow-y-auto">
                {dependents.map((text) => (
                  <li key={text}>{text}</li>
                ))}
                {plan.data?.has_more_dependents && <li>and more</li>}
              </ul>
            </Callout>
            <RadioGroup<Owned>
              aria-label="What it owns"
              options={[
                { value: 'reassign', label: 'Give what it owns to another role' },
                { value: 'drop', label: 'Delete what it owns' },
              ]}
              value={owned === 'keep' ? null : owned}
              onValueChange={setOwned}
            />
            {owned === 'reassign' && (
              <Combobox
                size="sm"
                aria-label="New owner"
                options={heirs.map((name) => ({ value: name, label: name }))}
                value={heir}
                onValueChange={(name) => name !== null && setHeir(name)}
              />
            )}
            <p className="text-ink-muted text-xs">Its privileges go in both cases.</p>
          </>
        )}
        {plan.data && (
          <CodeBlock
            label="SQL of this change"
            code={plan.data.statements.map(({ sql }) => `${sql};`).join('\n')}
            wrap
          />
        )}
        {plan.isError && <p className="text-critical-ink text-xs">{plan.error.message}</p>}
      </div>
    </ConfirmDialog>
  )
}
