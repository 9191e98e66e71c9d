import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import type { Icon } from '../text/icon.ts'

export interface TabItem<Value extends string = string> {
  value: Value
  label: string
  icon?: Icon
  /** Class of the icon, from the design system. */
  iconClass?: string
  /** The icon's meaning, for screen readers and as a tooltip. */
  hint?: string
  /** A count beside the label. */
  count?: number
  disabled?: boolean
}

/** Tabs. `children` are TabPanels; only the selected one is mounted. */
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
  const list = useRef<HTMLDivElement>(null)
  // A tab activated other than by a click may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is active then
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className={className}>
      <Base.List
        ref={list}
        aria-label={label}
        activateOnFocus
        className="flex gap-1 overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        {items.map(({ value: tab, label: name, icon: TabIcon, iconClass, hint, count, disabled }) => (
          <Base.Tab
            key={tab}
            value={tab}
            disabled={disabled}
            title={hint}
            className="-outline-offset-2 relative flex h-9 px-1.5 shrink-0 items-center gap-1.5 rounded-sm text-ink-muted text-sm transition-colors after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 available:hover:text-ink data-active:text-ink data-disabled:text-ink-faint data-active:after:bg-brand"
          >
            {TabIcon && <TabIcon className={cx('size-4 shrink-0', iconClass)} aria-hidden />}
            {name}
            {hint && <span className="sr-only">, {hint}</span>}
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
