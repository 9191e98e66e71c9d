import { useEffect, useMemo } from 'react'
import { latePart, useLatePart } from '../../../../lib/late-part.ts'
import type { QueryRunSnapshot } from '../run/query-run.ts'
import type { ErrorPlace } from './error-place-of.ts'

const finder = latePart(async () => (await import('./error-place-of.ts')).errorPlaceOf)

/**
 * Where the last run failed. What finds it is loaded with the first run; without it the error is still shown with the
 * results, only the mark in the text is missing.
 */
export function useErrorPlace(snapshot: QueryRunSnapshot): ErrorPlace | undefined {
  const errorPlaceOf = useLatePart(finder)
  const hasRun = snapshot.state !== 'idle'
  useEffect(() => {
    if (hasRun) finder.ask().catch(() => undefined)
  }, [hasRun])
  return useMemo(() => errorPlaceOf?.(snapshot), [errorPlaceOf, snapshot])
}
