import type { RehearsedPolicies } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { brokenText, unexpectedText } from './merge-words.rules.ts'

/** Whether what members expect of policies holds after the merge. */
export function RehearsedPoliciesNote({ policies }: { policies: RehearsedPolicies }) {
  const { tried, unexpected, error } = policies
  if (error !== null)
    return (
      <Callout tone="warning" title="The expected policies could not be tried">
        {error}
      </Callout>
    )
  if (unexpected.length === 0)
    return (
      <Callout tone="success" title="Policies work as expected">
        {tried === 1 ? 'One expectation holds.' : `All ${tried} expectations hold.`}
      </Callout>
    )
  return (
    <Callout tone="warning" title={brokenText(policies)}>
      <ul className="list-disc pl-4">
        {unexpected.map((one) => (
          <li key={`${one.actor} ${one.schema}.${one.table} ${one.action}`}>{unexpectedText(one)}</li>
        ))}
      </ul>
    </Callout>
  )
}
