import { LOG_RANGE_DEFAULT_MS, logRetentionDays } from '@basalt/contract/logs/logs.rules.ts'
import type { PlanId } from '@basalt/contract/organizations/organizations.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { KeptRange } from './logs.port.ts'

const DAY_MS = 86_400_000

interface Deps {
  planOf(ref: string): Promise<PlanId>
  now: () => Date
}

/** The part of a stated time that a project's plan keeps, by default of the last hour. */
export const keptRange =
  ({ planOf, now }: Deps): KeptRange =>
  async (ref, times) => {
    const end = times.to === undefined ? now().getTime() + 1 : Date.parse(times.to)
    const start = times.from === undefined ? end - LOG_RANGE_DEFAULT_MS : Date.parse(times.from)
    const kept = now().getTime() - logRetentionDays[await planOf(ref)] * DAY_MS
    if (start >= end)
      throw new AppError('validation_failed', 'The time range is empty. Choose a start before its end.')
    return { from: Math.max(start, kept), to: Math.max(end, kept) }
  }
