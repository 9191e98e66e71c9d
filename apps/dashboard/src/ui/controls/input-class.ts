/** The frame of every one-line control. Red for an error, whose message the Field shows below. */
export const inputFrameClass =
  'flex w-full min-w-0 items-center rounded-md border border-line-strong bg-field text-ink transition-colors ' +
  'hover:border-control has-[:focus-visible]:border-focus has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-focus ' +
  'has-[[data-invalid]]:border-critical has-[:disabled]:bg-surface-2 has-[:disabled]:text-ink-faint has-[:disabled]:hover:border-line-strong'

/** Mobile browsers zoom into inputs with text smaller than 16 px. */
export const inputTextClass = 'text-sm any-pointer-coarse:text-lg'

export type InputSize = 'sm' | 'md' | 'lg'
export const inputHeights: Record<InputSize, string> = { sm: 'h-7', md: 'h-8', lg: 'h-9' }
