import type { PrivilegeChanges } from '@basalt/contract/database-objects/privileges/privileges.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogBody } from '../../../../ui/dialog/DialogBody.tsx'
import { DialogFooter } from '../../../../ui/dialog/DialogFooter.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { changePrivileges, privilegeQueries } from './privileges.queries.ts'
import type { StagedPrivileges } from './staged-privileges.rules.ts'

/** How many changes wait, and what can be done with them. Nothing while there are none. */
export function StagedBar({
  projectRef,
  role,
  staged,
  onDone,
}: {
  projectRef: string
  role: string
  staged: StagedPrivileges
  onDone: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const { size } = staged
  return (
    <>
      {size > 0 && (
        <section
          aria-label="Changes"
          className="sticky bottom-4 flex flex-wrap items-center gap-3 rounded-md border border-line-strong bg-surface-2 px-4 py-2.5 shadow-floating"
        >
          <p role="status" className="text-sm">
            {size === 1 ? '1 change' : `${size} changes`} for {role}
          </p>
          <div className="ml-auto flex gap-2">
            <Button size="sm" onClick={onDone}>
              Discard
            </Button>
            <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
              Review and apply
            </Button>
          </div>
        </section>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title={`Change privileges of ${role}`}>
        {isOpen && (
          <Review
            projectRef={projectRef}
            changes={{ role, changes: [...staged.values()] }}
            onCancel={() => setOpen(false)}
            onApplied={() => {
              setOpen(false)
              onDone()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function Review({
  projectRef: ref,
  changes,
  onCancel,
  onApplied,
}: {
  projectRef: string
  changes: PrivilegeChanges
  onCancel: () => void
  onApplied: () => void
}) {
  const plan = useQuery(privilegeQueries.plan(ref, changes))
  const apply = useMutation(changePrivileges(ref))
  return (
    <>
      <DialogBody>
        <p className="text-ink-muted text-sm">These statements run in one transaction, all or none.</p>
        {plan.data?.warnings.map((warning) => (
          <Callout key={warning} tone="warning">
            {warning}
          </Callout>
        ))}
        {plan.data ? (
          <CodeBlock
            label="SQL of this change"
            code={plan.data.statements.map((sql) => `${sql};`).join('\n')}
            wrap
          />
        ) : plan.isError ? (
          <Callout tone="critical" role="alert">
            {plan.error.message}
          </Callout>
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        {apply.isError && (
          <Callout tone="critical" role="alert" title="Nothing was changed">
            {apply.error.message}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          loading={apply.isPending}
          {...(!plan.data && { reason: 'The SQL is not written yet.' })}
          onClick={() =>
            apply.mutate(changes, {
              onSuccess: () => {
                toast({ tone: 'success', title: 'Privileges changed' })
                onApplied()
              },
            })
          }
        >
          Apply
        </Button>
      </DialogFooter>
    </>
  )
}
