import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { mergeRequestQueries, updateFromParent } from './merge-requests.queries.ts'

/** Shows what an update of a branch from its parent would run, and runs it. */
export function UpdateFromParentDialog({
  branch: { id, name, project_ref: ref },
  open,
  onOpenChange,
}: {
  branch: Pick<Branch, 'id' | 'name' | 'project_ref'>
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const update = useQuery({ ...mergeRequestQueries.parentUpdate(ref), enabled: open })
  const run = useMutation(updateFromParent(id, ref))
  const { data } = update
  const hasConflicts = data !== undefined && data.conflicts.length > 0
  const isNothing = data !== undefined && data.statements.length === 0
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Update ${name} from ${data?.source_name ?? 'its parent'}`}
      confirmLabel={isNothing || hasConflicts ? 'Close' : 'Update branch'}
      tone="primary"
      isLoading={update.isFetching || update.isError}
      onConfirm={() => (isNothing || hasConflicts ? undefined : run.mutateAsync())}
    >
      {update.isError ? (
        <Callout tone="critical" role="alert">
          {update.error.message}
        </Callout>
      ) : !data ? (
        'Comparing both schemas…'
      ) : hasConflicts ? (
        <>
          Both sides changed the same objects. Change them on the branch first: {data.conflicts.join(', ')}.
        </>
      ) : isNothing ? (
        'The branch has every change of the schema already.'
      ) : (
        <>
          <p className="mb-3">
            These statements run on the branch in one transaction. Its rows and its own changes stay.
          </p>
          <CodeBlock
            label="SQL of the update"
            code={data.statements.map(({ sql }) => `${sql};`).join('\n')}
            wrap
          />
        </>
      )}
    </ConfirmDialog>
  )
}
