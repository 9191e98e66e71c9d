import type { SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import type { ComponentProps } from 'react'
import { ChangeSheet } from './ChangeSheet.port.tsx'
import { useChangePlan } from './change-plan.port.ts'
import { useApplyChange } from './use-apply-change.ts'

/** A sheet with the form of a table, the SQL it runs, and a button that runs it. */
export function TableFormSheet({
  projectRef: ref,
  change,
  ...rest
}: Omit<ComponentProps<typeof ChangeSheet>, 'what' | 'plan' | 'apply'> & {
  projectRef: string
  change: SchemaChange
}) {
  const apply = useApplyChange(ref)
  const plan = useChangePlan(ref, change)
  return <ChangeSheet what="table" plan={plan} apply={() => apply(change)} {...rest} />
}
