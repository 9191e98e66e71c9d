import { useQuery } from '@tanstack/react-query'
import { aiQueries } from './ai.queries.ts'

/** Why nobody would answer: the installation has no endpoint, or the organization has turned AI off. */
export type AiAbsence = 'not-configured' | 'off'

/** Undefined when somebody answers, and while that is not known: the server decides by the same rules. */
export function useAiAbsence(slug: string): AiAbsence | undefined {
  const { data: check } = useQuery(aiQueries.keyCheck())
  const { data: level } = useQuery(aiQueries.level(slug))
  if (check?.hasKey === false) return 'not-configured'
  return level === 'disabled' ? 'off' : undefined
}
