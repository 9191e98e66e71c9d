import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FunctionChange, functionQueries } from './functions.queries.ts'

/** PostgreSQL compiles the body for each check, so typing pauses longer than for the SQL. */
const PAUSE_MS = 700

/**
 * What PostgreSQL says against a change, tried when typing pauses: the problem, and the draft that it is about. Undefined
 * while typing goes on.
 */
export function useFunctionCheck(ref: string, change: FunctionChange, isEnabled: boolean) {
  const text = JSON.stringify(change)
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isNow = asked === text
  const { data, error } = useQuery({
    ...functionQueries.check(ref, change),
    enabled: isEnabled && isNow,
  })
  return {
    problem: isNow ? (data?.problem ?? undefined) : undefined,
    /** Why it could not be tried. */
    failure: isNow ? (error?.message ?? undefined) : undefined,
  }
}
