/** What is on its way: files from outside, or rows of the explorer. */
export type Dragged = 'files' | 'entries'

export interface Aim {
  /** Which of the things that take a drop is aimed at. */
  target: string
  dragged: Dragged
  /** The folder that takes it. */
  folder: string
}

/**
 * What a drag is over, for all targets together: they lie in each other, a row in its column, and only the innermost
 * may show that it takes what is dropped.
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
    /** Only the target that is aimed at may give the aim up. */
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
