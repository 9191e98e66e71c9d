import { useEffect, useState, useSyncExternalStore } from 'react'

/** A module that is loaded after the page. */
export interface LazyModule<Part> {
  get: () => Part | undefined
  watch: (changed: () => void) => () => void
  /** Loads it once; a failed load can be tried again. */
  load: () => Promise<void>
}

export function lazyModule<Part>(load: () => Promise<Part>): LazyModule<Part> {
  let loaded: Part | undefined
  let loading: Promise<void> | undefined
  const watchers = new Set<() => void>()
  return {
    get: () => loaded,
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    load: () => {
      loading ??= load().then(
        (part) => {
          loaded = part
          for (const changed of watchers) changed()
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}

/** The module once it is loaded. */
export const useLazyModule = <Part>({ watch, get }: LazyModule<Part>) => useSyncExternalStore(watch, get)

/** Loads the module when `isNeeded`. `attempts` counts failed loads; `retry` starts another one. */
export function useLazyModuleWhen<Part>(part: LazyModule<Part>, isNeeded = true) {
  const loaded = useLazyModule(part)
  const [attempts, setAttempts] = useState(0)
  const [isLoading, setLoading] = useState(true)
  const retry = () => {
    setLoading(true)
    part
      .load()
      .catch(() => setAttempts((before) => before + 1))
      .finally(() => setLoading(false))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads when it becomes needed; a retry is explicit
  useEffect(() => {
    if (isNeeded) retry()
  }, [isNeeded])
  return { loaded, attempts, isLoading, retry }
}
