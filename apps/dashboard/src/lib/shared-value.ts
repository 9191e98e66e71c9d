import { useSyncExternalStore } from 'react'

/** A value that parts of the page share which do not lie in one another, such as what is open over all of them. */
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
