import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import type { Icon } from '../text/icon.ts'

export interface TabItem<Value extends string = string> {
  value: Value
  label: string
  icon?: Icon
  /** Appears in place beside the label. */
  count?: number
  disabled?: boolean
}

/** Views of one thing. `children` are TabPanels; only the chosen one is mounted. */
export function Tabs<Value extends string>({
  label,
  items,
  value,
  onValueChange,
  className,
  children,
}: {
  label: string
  items: readonly TabItem<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className={className}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex gap-4 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {items.map(({ value: tab, label: name, icon: TabIcon, count, disabled }) => (
          <Base.Tab
            key={tab}
            value={tab}
            disabled={disabled}
            className="-outline-offset-2 relative flex h-9 shrink-0 items-center gap-1.5 rounded-sm text-ink-muted text-sm transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 available:hover:text-ink data-active:text-ink data-disabled:text-ink-faint data-active:after:bg-brand"
          >
            {TabIcon && <TabIcon className="size-4" aria-hidden />}
            {name}
            {count !== undefined && (
              <span className="rounded-sm bg-surface-3 px-1 text-2xs text-ink-muted tabular-nums">
                {count}
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}
