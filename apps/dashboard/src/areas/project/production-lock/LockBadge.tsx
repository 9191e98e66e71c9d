import { Lock, LockOpen } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../../../ui/text/Badge.tsx'

/** The button of LockControl, visible before its panel is loaded. */
export function LockBadge({ isLocked, ...button }: { isLocked: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...button}
      className="inline-flex shrink-0 rounded-sm hover:brightness-95 dark:hover:brightness-125"
    >
      <Badge tone={isLocked ? 'warning' : 'neutral'} icon={isLocked ? Lock : LockOpen}>
        {isLocked ? 'Locked' : 'Unlocked'}
      </Badge>
    </button>
  )
}
