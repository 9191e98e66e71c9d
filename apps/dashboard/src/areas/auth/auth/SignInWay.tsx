import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { When } from '../../../ui/text/When.tsx'

/** One of the ways in which a user signs in, since when and when last, with a button that removes it. */
export function SignInWay({
  title,
  name,
  addedAt,
  usedAt,
  reason,
  onRemove,
}: {
  title: ReactNode
  /** How the button names it. */
  name: string
  addedAt: string | null
  usedAt: string | null
  /** Why it cannot be removed. */
  reason: string | undefined
  onRemove: () => void
}) {
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
      <span className="min-w-0">
        <span className="wrap-anywhere block">{title}</span>
        <span className="text-ink-muted text-xs">
          {'Added '}
          <When time={addedAt} never="at an unknown time" />
          {' · used '}
          <When time={usedAt} never="never" />
        </span>
      </span>
      <Button size="sm" reason={reason} aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
