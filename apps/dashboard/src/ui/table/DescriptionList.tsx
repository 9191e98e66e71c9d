import type { ReactNode } from 'react'
import { CopyButton } from '../text/CopyButton.tsx'

export interface DescriptionItem {
  label: string
  value: ReactNode
  /** Text that a button copies. */
  copy?: string
}

/** Properties of one thing, label beside value. */
export function DescriptionList({
  items,
  feedbackMs,
}: {
  items: readonly DescriptionItem[]
  /** How long "Copied" is displayed, in milliseconds. */
  feedbackMs?: number
}) {
  return (
    <dl className="text-sm">
      {items.map(({ label, value, copy }) => (
        <div
          key={label}
          className="flex min-h-9 items-center gap-4 border-line border-b py-1 last:border-b-0"
        >
          <dt className="w-2/5 max-w-48 shrink-0 text-ink-muted">{label}</dt>
          <dd className="wrap-anywhere flex min-w-0 flex-1 items-center gap-1">
            {value}
            {copy !== undefined && (
              <CopyButton feedbackMs={feedbackMs} text={copy} label={`Copy ${label.toLowerCase()}`} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
