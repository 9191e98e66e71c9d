export type TableAlign = 'start' | 'end'

export const headCellClass =
  'h-8 border-line border-b bg-surface-1 px-3 font-medium text-ink-muted text-xs whitespace-nowrap'
export const tableFrameClass = 'overflow-x-auto rounded-md border border-line bg-surface-1'
export const alignClass: Record<TableAlign, string> = {
  start: 'text-left',
  end: 'text-right tabular-nums whitespace-nowrap',
}
