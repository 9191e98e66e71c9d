/** What is being dragged: files from outside, or explorer rows. */
export type Dragged = 'files' | 'entries'

export interface DropTarget {
  id: string
  dragged: Dragged
  /** The folder that receives the drop. */
  folder: string
}

/**
 * Stores the drop target under the pointer. Targets are nested, such as a row in its column, and only the innermost may
 * highlight itself.
 */
export function dropTargetStore() {
  let current: DropTarget | undefined
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    get: () => current,
    set(next: DropTarget | undefined) {
      if (next?.id === current?.id && next?.dragged === current?.dragged) return
      current = next
      notify()
    },
    /** Clears the target if it is still this one. */
    leave(id: string) {
      if (current?.id !== id) return
      current = undefined
      notify()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type DropTargetStore = ReturnType<typeof dropTargetStore>
