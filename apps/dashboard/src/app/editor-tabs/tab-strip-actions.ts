/** Actions on the tabs of a strip. */
export interface TabStripActions {
  onClose: (ids: readonly string[]) => void
  onCloseSeveral: (what: 'others' | 'right' | 'all', id: string) => void
  onMakePermanent: (id: string) => void
  onMove: (id: string, target: string) => void
  /** Moves a tab one position to the left or right. */
  onShift: (id: string, step: 1 | -1) => void
  onTogglePin: (id: string) => void
  onRestore: () => void
  onNew: () => void
  onCloseNew: () => void
}
