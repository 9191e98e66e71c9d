import type { TablePolicy } from '@basalt/contract/entities/entities.schema.ts'
import type { TableDefinition } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { entityQueries } from '../entities/entities.queries.ts'

/** The row level security policies of a table. */
export function PoliciesSheet({
  projectRef: ref,
  definition: { id, table },
  onClose,
}: {
  projectRef: string
  definition: TableDefinition
  onClose: () => void
}) {
  const policies = useQuery(entityQueries.policies(ref, id))
  const { data } = policies
  const content = () => {
    if (!data)
      return policies.isPending ? (
        <Spinner label="Loading the policies" />
      ) : (
        <ErrorPanel
          title="Failed to load the policies"
          message={policies.error?.message}
          requestId={requestIdOf(policies.error)}
          retrying={policies.isFetching}
          onRetry={() => void policies.refetch()}
        />
      )
    if (data.length === 0)
      return (
        <p className="rounded-md border border-line border-dashed px-3 py-4 text-ink-muted text-sm">
          {table.rls
            ? 'The table has no policies, so clients of the Data API reach none of its rows.'
            : 'The table has no policies.'}
        </p>
      )
    return (
      <ul className="flex flex-col gap-4">
        {data.map((policy) => (
          <Policy key={policy.name} policy={policy} />
        ))}
      </ul>
    )
  }
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Policies of ${table.name}`}
      description="A row is reached when one permissive policy and all restrictive ones allow it."
      size="lg"
    >
      <SheetBody>
        {!table.rls && (
          <Callout tone="warning" title="Row level security is off">
            Policies apply once it is enabled for this table.
          </Callout>
        )}
        {content()}
      </SheetBody>
      <DialogFooter>
        <ButtonLink
          icon={ShieldCheck}
          render={
            <Link
              to="/project/$ref/auth/policies"
              params={{ ref }}
              search={{ schema: table.schema, find: table.name }}
            />
          }
        >
          Edit and try policies
        </ButtonLink>
      </DialogFooter>
    </Sheet>
  )
}

function Policy({
  policy: { name, command, is_permissive, roles, using, with_check },
}: {
  policy: TablePolicy
}) {
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="wrap-anywhere min-w-0 font-medium text-sm">{name}</h3>
        <Badge>{command}</Badge>
        {!is_permissive && <Badge tone="warning">Restrictive</Badge>}
      </div>
      <p className="wrap-anywhere text-ink-muted text-xs">For {roles.join(', ')}</p>
      {using !== null && <CodeBlock wrap title="USING" code={using} />}
      {with_check !== null && <CodeBlock wrap title="WITH CHECK" code={with_check} />}
    </li>
  )
}
