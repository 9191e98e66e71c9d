import { Badge } from '../../../ui/text/Badge.tsx'

/** How many conflicts of a table still need a decision. Those of a table that is not merged are no warning. */
export function DecisionsBadge({
  conflicts,
  undecided,
  outdated,
  isChosen,
}: {
  conflicts: number
  undecided: number
  /** Of the undecided ones, those whose row has changed since the decision. */
  outdated: number
  isChosen: boolean
}) {
  return (
    <Badge tone={isChosen && undecided > 0 ? 'warning' : 'neutral'}>
      {undecided > 0
        ? `${undecided.toLocaleString('en')} undecided${outdated > 0 ? `, ${outdated.toLocaleString('en')} changed since` : ''}`
        : `${conflicts.toLocaleString('en')} decided`}
    </Badge>
  )
}
