import { useEffect, useMemo } from 'react'
import { lazyModule, useLazyModule } from '../../../../lib/lazy-module.ts'
import type { QueryRunSnapshot } from '../run/query-run.ts'
import type { ErrorLocation } from './error-location.ts'

const locator = lazyModule(async () => (await import('./error-location.ts')).errorLocationOf)

/**
 * Where the last run failed. The code that locates errors loads with the first run; without it only the mark in the
 * text is missing.
 */
export function useErrorLocation(snapshot: QueryRunSnapshot): ErrorLocation | undefined {
  const errorLocationOf = useLazyModule(locator)
  const hasRun = snapshot.state !== 'idle'
  useEffect(() => {
    if (hasRun) locator.load().catch(() => undefined)
  }, [hasRun])
  return useMemo(() => errorLocationOf?.(snapshot), [errorLocationOf, snapshot])
}
