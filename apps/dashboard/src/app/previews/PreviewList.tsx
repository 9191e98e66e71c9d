import { Eye, EyeOff } from 'lucide-react'
import { Badge } from '../../ui/text/Badge.tsx'
import type { Preview, PreviewId } from './previews.rules.ts'

/** 280 px wide; full width on phones. */
export function PreviewList({
  previews,
  enabled,
  selected,
  onSelect,
}: {
  previews: readonly Preview[]
  enabled: ReadonlySet<PreviewId>
  selected: PreviewId
  onSelect: (id: PreviewId) => void
}) {
  return (
    <ul
      aria-label="Feature previews"
      className="flex w-70 shrink-0 flex-col gap-0.5 border-line border-r p-2 max-md:w-full max-md:border-r-0 max-md:border-b"
    >
      {previews.map(({ id, name, isNew }) => {
        const isEnabled = enabled.has(id)
        const StateIcon = isEnabled ? Eye : EyeOff
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={id === selected || undefined}
              onClick={() => onSelect(id)}
              className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-ink-muted text-sm transition-colors hover:bg-surface-2 hover:text-ink aria-[current=true]:bg-surface-3 aria-[current=true]:text-ink"
            >
              <StateIcon className={isEnabled ? 'size-4 text-brand-ink' : 'size-4'} aria-hidden />
              <span className="min-w-0 flex-1">{name}</span>
              <span className="sr-only">, {isEnabled ? 'enabled' : 'disabled'}</span>
              {isNew && <Badge tone="brand">New</Badge>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
