import { DataApiError } from '@basalt/data-api/data-api-error.ts'
import type { Accepted } from '@basalt/data-api/parse/media-type.ts'
import type { Planned } from '@basalt/data-api/plan/statement.ts'
import { isOn } from '@basalt/data-api/schema/api-config.ts'
import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type { Answered } from './answered.ts'
import type { Asked } from './asked.ts'
import type { Execute } from './execute.ts'

/** The setting with which a project's owner shows plans to a role's callers; on the authenticator, to all roles. */
const PERMISSION = 'pgrst.db_plan_enabled'

/** Throws PGRST107 where plans are not shown: they tell of data that a caller may not see. */
export function mustExplain({ cache, caller: { role } }: Pick<Asked, 'cache' | 'caller'>) {
  if (cache.config.allowsPlans || isOn(cache.settings.get(role)?.get(PERMISSION))) return
  throw new DataApiError('PGRST107', 'None of these media types are available: application/vnd.pgrst.plan', {
    hint: `To allow it: alter role ${quoteIdentifier(role)} set ${PERMISSION} to 'true'; notify pgrst, 'reload schema'`,
  })
}

/** The plan of the statement that a request would be; with `analyze` it is run as well. */
export async function explained(
  { plan, type }: Accepted,
  execute: Execute,
  { text, values }: Planned,
): Promise<Answered> {
  const { format, options } = plan!
  const body = await execute.lines({
    text: `explain (${[...options, `format ${format}`].join(', ')}) ${text}`,
    values,
  })
  return { status: 200, headers: { 'content-type': type }, body }
}
