import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Shape } from './shape.ts'

const PREFIX = 'preference.'
const watchers = new Map<string, Set<() => void>>()
/** Values the browser could not store (blocked or full), which last as long as the page. */
const unsaved = new Map<string, string>()

/** A preference stored in this browser, or `fallback` when it is absent or unreadable. */
export function readPreference<T>(key: string, schema: Shape<T>, fallback: T): T {
  return parse(readRaw(key), schema, fallback)
}

/** False for a value that the browser could not store, which is lost with the page. */
export const isPreferenceStored = (key: string) => !unsaved.has(key)

export function writePreference(key: string, value: unknown): void {
  const raw = JSON.stringify(value)
  try {
    localStorage.setItem(PREFIX + key, raw)
    unsaved.delete(key)
  } catch {
    unsaved.set(key, raw)
  }
  notify(key)
}

/** Calls `changed` when this or another tab writes the key. Returns the unsubscribe function. */
export function watchPreference(key: string, changed: () => void): () => void {
  const others = watchers.get(key) ?? new Set()
  watchers.set(key, others.add(changed))
  // A null key means that another tab cleared the storage.
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === PREFIX + key) changed()
  }
  addEventListener('storage', onStorage)
  return () => {
    others.delete(changed)
    removeEventListener('storage', onStorage)
  }
}

/**
 * State in local storage and shared between tabs. Define `schema` and `fallback` outside the component: the value keeps
 * its identity as long as they do.
 */
export function usePreference<T>(key: string, schema: Shape<T>, fallback: T): [T, (next: T) => void] {
  const subscribe = useCallback((changed: () => void) => watchPreference(key, changed), [key])
  const raw = useSyncExternalStore(subscribe, () => readRaw(key))
  const value = useMemo(() => parse(raw, schema, fallback), [raw, schema, fallback])
  const set = useCallback((next: T) => writePreference(key, next), [key])
  return [value, set]
}

function readRaw(key: string): string | null {
  const pending = unsaved.get(key)
  if (pending !== undefined) return pending
  try {
    return localStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

function parse<T>(raw: string | null, schema: Shape<T>, fallback: T): T {
  if (raw === null) return fallback
  try {
    const parsed = schema.safeParse(JSON.parse(raw))
    return parsed.success ? parsed.data : fallback
  } catch {
    return fallback
  }
}

const notify = (key: string) => {
  for (const changed of watchers.get(key) ?? []) changed()
}
