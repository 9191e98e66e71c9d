import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Accepted } from '@basalt/data-api/parse/media-type.ts'
import type { Planned } from '@basalt/data-api/plan/statement.ts'
import { isOn } from '@basalt/data-api/schema/api-config.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { ApiRequest } from './api-request.ts'
import type { ApiResponse } from './api-response.ts'
import type { Execute } from './execute.ts'

/** The setting that allows a role's callers to see plans; on the authenticator, it allows all roles. */
const PERMISSION = 'pgrst.db_plan_enabled'

/** Throws PGRST107 unless plans are allowed: they can reveal data that the caller may not see. */
export function checkExplainAllowed({ cache, caller: { role } }: Pick<ApiRequest, 'cache' | 'caller'>) {
  if (cache.config.allowsPlans || isOn(cache.settings.get(role)?.get(PERMISSION))) return
  throw new DataApiError('PGRST107', 'None of these media types are available: application/vnd.pgrst.plan', {
    hint: `To allow it: alter role ${quoteIdentifier(role)} set ${PERMISSION} to 'true'; notify pgrst, 'reload schema'`,
  })
}

/** Responds with the plan of a request's statement; with `analyze` it also runs. */
export async function explain(
  { plan, type }: Accepted,
  execute: Execute,
  { text, values }: Planned,
): Promise<ApiResponse> {
  const { format, options } = plan!
  const body = await execute.lines({
    text: `explain (${[...options, `format ${format}`].join(', ')}) ${text}`,
    values,
  })
  return { status: 200, headers: { 'content-type': type }, body }
}
