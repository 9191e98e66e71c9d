import { useEffect, useState, useSyncExternalStore } from 'react'

/** A part of the program that is loaded after the page. */
export interface LatePart<Part> {
  get: () => Part | undefined
  watch: (changed: () => void) => () => void
  /** Loads it, once. A failure is forgotten, so that one can ask again. */
  ask: () => Promise<void>
}

export function latePart<Part>(load: () => Promise<Part>): LatePart<Part> {
  let loaded: Part | undefined
  let asked: Promise<void> | undefined
  const watchers = new Set<() => void>()
  return {
    get: () => loaded,
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    ask: () => {
      asked ??= load().then(
        (part) => {
          loaded = part
          for (const changed of watchers) changed()
        },
        (error: unknown) => {
          asked = undefined
          throw error
        },
      )
      return asked
    },
  }
}

/** The part once it is there. */
export const useLatePart = <Part>({ watch, get }: LatePart<Part>) => useSyncExternalStore(watch, get)

/** Loads the part while it is wanted. `attempts` counts those that failed; `retry` makes another one. */
export function useWantedPart<Part>(part: LatePart<Part>, isWanted = true) {
  const loaded = useLatePart(part)
  const [attempts, setAttempts] = useState(0)
  const [isLoading, setLoading] = useState(true)
  const retry = () => {
    setLoading(true)
    part
      .ask()
      .catch(() => setAttempts((before) => before + 1))
      .finally(() => setLoading(false))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is wanted, and then when somebody tries again
  useEffect(() => {
    if (isWanted) retry()
  }, [isWanted])
  return { loaded, attempts, isLoading, retry }
}
