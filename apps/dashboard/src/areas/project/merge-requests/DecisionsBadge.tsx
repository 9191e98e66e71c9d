import { Badge } from '../../../ui/text/Badge.tsx'

/** How many conflicts of a table still need a decision. Those of a table that is not merged are no warning. */
export function DecisionsBadge({
  conflicts,
  undecided,
  isChosen,
}: {
  conflicts: number
  undecided: number
  isChosen: boolean
}) {
  return (
    <Badge tone={isChosen && undecided > 0 ? 'warning' : 'neutral'}>
      {undecided > 0
        ? `${undecided.toLocaleString('en')} undecided`
        : `${conflicts.toLocaleString('en')} decided`}
    </Badge>
  )
}
