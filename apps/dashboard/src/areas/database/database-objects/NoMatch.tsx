import { Button } from '../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { Icon } from '../../../ui/text/icon.ts'

/** In place of a list in which nothing matches what was searched for and chosen. */
export const NoMatch = ({
  icon,
  many,
  find,
  isFiltered = false,
  onClear,
}: {
  icon: Icon
  /** What was looked for, such as `types`. */
  many: string
  find: string
  /** Are there filters besides the search? */
  isFiltered?: boolean
  /** Clears both. */
  onClear: () => void
}) => (
  <EmptyState
    icon={icon}
    title={find !== '' ? `No ${many} match “${find}”` : `No ${many} match these filters`}
    action={<Button onClick={onClear}>{isFiltered ? 'Clear filters' : 'Clear search'}</Button>}
  />
)
