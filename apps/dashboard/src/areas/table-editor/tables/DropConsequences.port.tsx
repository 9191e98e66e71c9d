import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import type { ChangePlanQuery } from './ChangeSql.port.tsx'

/** What goes with something that is dropped, the choice whether it may, and the SQL. */
export function DropConsequences({
  plan,
  cascade,
  onCascadeChange,
}: {
  plan: ChangePlanQuery
  cascade: boolean
  onCascadeChange: (cascade: boolean) => void
}) {
  const dependents = plan.data?.dependents ?? []
  return (
    <>
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
          <Checkbox
            label="Delete them as well"
            description="Otherwise nothing is deleted."
            checked={cascade}
            onCheckedChange={onCascadeChange}
          />
        </>
      )}
      {/* As high as one line of SQL, so that the button below stays where it is pressed. */}
      {plan.isPending && <Skeleton className="h-9.5 w-full" />}
      {plan.data && (
        <CodeBlock
          label="SQL of this change"
          code={plan.data.statements.map(({ sql }) => `${sql};`).join('\n')}
          wrap
        />
      )}
      {plan.isError && <p className="text-critical-ink text-xs">{plan.error.message}</p>}
    </>
  )
}

/** Throws the refusal of a drop whose dependents may not go. */
export function checkDrop(plan: ChangePlanQuery, cascade: boolean) {
  if ((plan.data?.dependents.length ?? 0) > 0 && !cascade)
    throw new Error('Other objects depend on it. Choose to delete them as well, or keep it.')
}
