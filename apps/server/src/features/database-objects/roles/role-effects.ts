import { role, roleOid } from '@basalt/catalog/database-objects/roles.ts'
import type { RoleDraft } from '@basalt/contract/database-objects/roles/roles.schema.ts'
import { AppError } from '../../../http/app-error.ts'
import type { RunText } from '../../../platform/project-databases/sql/member-transaction.ts'
import { plain } from '../object-reads.ts'

const NOBODY = { names: ['postgres'], prefixes: [] }

/**
 * Throws `validation_failed` when memberships are not as the draft has them: PostgreSQL only warns when it is told to revoke
 * what another role has granted, and keeps options that another grant gives.
 */
export async function refuseIneffective(run: RunText, draft: RoleDraft): Promise<void> {
  const [[oid] = []] = await run(plain(`select ${roleOid(draft.name)}`))
  const [[json] = []] = await run(plain(role(Number(oid), NOBODY)))
  const { memberships } = JSON.parse(json!) as Pick<RoleDraft, 'memberships'>
  const wanted = new Map(draft.memberships.map((membership) => [membership.role, membership]))
  const stubborn = memberships.find(({ role: name, admin, inherit, set }) => {
    const want = wanted.get(name)
    return want?.admin !== admin || want.inherit !== inherit || want.set !== set
  })
  if (!stubborn) return
  const message = `The membership in ${stubborn.role} was granted by another role, and only that role can change it.`
  throw new AppError('validation_failed', message, {
    details: { issues: [{ path: 'memberships', message }] },
  })
}
