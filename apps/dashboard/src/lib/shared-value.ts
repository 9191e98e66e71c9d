import { useSyncExternalStore } from 'react'

/** A value shared by components that have no common parent, such as which dialog is open. */
export function sharedValue<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (changed: () => void) => {
    listeners.add(changed)
    return () => void listeners.delete(changed)
  }
  const get = () => value
  return {
    get,
    set(next: T) {
      value = next
      for (const changed of listeners) changed()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
