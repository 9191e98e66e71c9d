/** What is being dragged: files from outside, or rows of the explorer. */
export type Dragged = 'files' | 'entries'

export interface Aim {
  /** The drop target under the drag. */
  target: string
  dragged: Dragged
  /** The folder that takes it. */
  folder: string
}

/**
 * The target under a drag, shared by all targets: they are nested, a row in its column, and only the innermost may
 * highlight itself.
 */
export function dropAim() {
  let aim: Aim | undefined
  const watchers = new Set<() => void>()
  const tell = () => {
    for (const watcher of watchers) watcher()
  }
  return {
    get: () => aim,
    set(next: Aim | undefined) {
      if (next?.target === aim?.target && next?.dragged === aim?.dragged) return
      aim = next
      tell()
    },
    /** Only the current target may clear it. */
    leave(target: string) {
      if (aim?.target !== target) return
      aim = undefined
      tell()
    },
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

export type DropAim = ReturnType<typeof dropAim>
