import type { ChangePlan, SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tableQueries } from './tables.queries.ts'

const PAUSE_MS = 250

/**
 * The SQL of a change and what it does, asked for when typing pauses. The last answer stays until the next arrives, with
 * `isBehind`. `planOf` returns the query of a plan.
 */
export function usePlan<Change, Key extends readonly unknown[]>(
  change: Change,
  planOf: (change: Change) => UseQueryOptions<ChangePlan, Error, ChangePlan, Key>,
) {
  const text = JSON.stringify(change)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({ ...planOf(JSON.parse(asked) as Change), placeholderData: keepPreviousData })
  return { ...query, isBehind: asked !== text || query.isPlaceholderData }
}

export const useChangePlan = (ref: string, change: SchemaChange) =>
  usePlan(change, (asked) => tableQueries.plan(ref, asked))
