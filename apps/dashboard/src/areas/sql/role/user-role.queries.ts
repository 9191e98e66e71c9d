import { getActingClaims } from '@basalt/contract/auth/auth.endpoints.ts'
import type { ChosenUser } from '@basalt/contract/query/claims.schema.ts'
import { failedWith } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { SqlRole } from './sql-role.port.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The role of a chosen user. A user of the project has the claims of a token that was issued now, which the project's hook
 * may have changed; those of anyone else are made up. Throws what the hook answers.
 */
export async function roleOfUser(ref: string, user: ChosenUser): Promise<SqlRole> {
  const { claims: _, name, ...chosen } = user
  if (!UUID.test(user.sub)) return { role: 'authenticated', user: chosen }
  try {
    const { claims } = await call(getActingClaims, {
      params: { ref, id: user.sub.toLowerCase() },
      body: { aal: user.aal },
    })
    const role = typeof claims.role === 'string' && claims.role !== '' ? claims.role : 'authenticated'
    return { role, user: { ...chosen, ...(name && { name }), claims } }
  } catch (error) {
    if (failedWith(error, 'not_found') || failedWith(error, 'forbidden'))
      return { role: 'authenticated', user: chosen }
    throw error
  }
}
