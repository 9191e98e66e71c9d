import type { SchemaChange } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { tableQueries } from './tables.queries.ts'

const PAUSE_MS = 250

/** The SQL of a change and what it does, asked for when typing pauses. The last answer stays until the next arrives. */
export function useChangePlan(ref: string, change: SchemaChange) {
  const text = JSON.stringify(change)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    ...tableQueries.plan(ref, JSON.parse(asked) as SchemaChange),
    placeholderData: keepPreviousData,
  })
  return { ...query, isBehind: asked !== text || query.isPlaceholderData }
}

export type ChangePlanQuery = ReturnType<typeof useChangePlan>
