/** The style of every layer above the page. It grows from its anchor. */
export const floatingClass =
  'rounded-md border border-line-strong bg-floating text-ink text-sm shadow-floating outline-none ' +
  'origin-(--transform-origin) transition-[opacity,scale] ' +
  'data-starting-style:opacity-0 data-starting-style:scale-[0.98] data-ending-style:opacity-0'

/** One line of a menu, select or combobox. */
export const optionClass =
  'flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 outline-none ' +
  'data-highlighted:bg-surface-3 data-disabled:text-ink-faint'
