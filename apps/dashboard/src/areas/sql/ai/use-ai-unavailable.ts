import { useQuery } from '@tanstack/react-query'
import { aiQueries } from './ai.queries.ts'

/** Why AI is unavailable: the installation has no endpoint, or the organization has turned AI off. */
export type AiUnavailableReason = 'not-configured' | 'off'

/** Undefined when AI is available and while that is not known yet; the server applies the same rules. */
export function useAiUnavailable(slug: string): AiUnavailableReason | undefined {
  const { data: check } = useQuery(aiQueries.keyCheck())
  const { data: level } = useQuery(aiQueries.level(slug))
  if (check?.hasKey === false) return 'not-configured'
  return level === 'disabled' ? 'off' : undefined
}
