import { cx } from '../../lib/class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-on-brand border-transparent available:hover:bg-brand-hover',
  secondary:
    'bg-surface-2 text-ink border-line-strong available:hover:bg-surface-3 data-popup-open:bg-surface-3',
  ghost:
    'bg-transparent text-ink-muted border-transparent available:hover:bg-surface-3 available:hover:text-ink data-popup-open:bg-surface-3 data-popup-open:text-ink',
  danger: 'bg-danger text-on-danger border-transparent available:hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 px-2 text-xs gap-1.5',
  md: 'h-8 px-3 text-sm gap-1.5',
  lg: 'h-9 px-4 text-base gap-2',
}

const square: Record<ButtonSize, string> = { sm: 'size-7', md: 'size-8', lg: 'size-9' }

/** Not by opacity, which would fade the focus ring of a disabled button that stays focusable. */
const unavailable = 'unavailable:cursor-not-allowed unavailable:text-ink-faint'
const unavailableFrame = 'unavailable:border-line unavailable:bg-surface-2'

const shared =
  'relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md border font-medium transition-colors'

const look = (variant: ButtonVariant) =>
  cx(shared, variants[variant], unavailable, variant !== 'ghost' && unavailableFrame)

export const buttonClass = (variant: ButtonVariant, size: ButtonSize) => cx(look(variant), sizes[size])

export const iconButtonClass = (variant: ButtonVariant, size: ButtonSize) => cx(look(variant), square[size])
