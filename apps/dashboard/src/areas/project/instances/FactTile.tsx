import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'

/** One fact in large type, with what belongs to it below. */
export function FactTile({
  label,
  value,
  copy,
  children,
}: {
  label: string
  value: ReactNode
  /** Offers this text to copy. */
  copy?: string
  children?: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1 bg-surface-1 px-4 py-3">
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd className="flex min-h-7 flex-1 flex-col gap-1">
        {copy === undefined ? (
          <span className="font-semibold text-xl tracking-tight">{value}</span>
        ) : (
          <span className="flex items-center gap-1">
            <code className="truncate text-base">{value}</code>
            <CopyButton text={copy} label={`Copy ${label.toLowerCase()}`} />
          </span>
        )}
        {children && <span className="mt-auto text-ink-muted text-xs">{children}</span>}
      </dd>
    </div>
  )
}
