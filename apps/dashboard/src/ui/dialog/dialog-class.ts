export const scrimClass =
  'fixed inset-0 z-40 bg-scrim transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0'

export const dialogClass =
  'flex flex-col rounded-md border border-line-strong bg-surface-1 text-ink shadow-floating outline-none ' +
  'transition-[opacity,scale] data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:opacity-0'
