export const selectClass =
  'flex w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-field pr-2 pl-2.5 text-left text-sm transition-colors ' +
  'data-invalid:border-critical data-disabled:bg-surface-2 data-disabled:text-ink-faint available:hover:border-control data-popup-open:border-control'
