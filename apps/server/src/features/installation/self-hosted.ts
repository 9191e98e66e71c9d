import { generatePassword } from '@basalt/contract/projects/password.rules.ts'
import { SELF_HOSTED_PROJECT_REF } from '@basalt/contract/projects/projects.rules.ts'
import { sql } from 'kysely'
import type { Caller } from '../../http/gate.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { newProjectSecrets } from '../../platform/secrets/project-secrets.ts'

const LOCAL_EMAIL = 'local@localhost'
const LOCAL_ORGANIZATION = { slug: 'default', name: 'Default', plan: 'enterprise' } as const

/**
 * The self-hosted edition has no sign-in: the person at this machine is its only user. Creates that user and its
 * organization when they are missing. The user has no password, so it cannot sign in if the edition changes.
 */
export async function selfHostedOwner(metadata: Metadata): Promise<Caller> {
  return metadata.transaction().execute(async (transaction) => {
    await sql`lock table users in exclusive mode`.execute(transaction)
    const user =
      (await transaction
        .selectFrom('users')
        .select('id')
        .where('email', '=', LOCAL_EMAIL)
        .executeTakeFirst()) ??
      (await transaction
        .insertInto('users')
        .values({ email: LOCAL_EMAIL, password_hash: null })
        .returning('id')
        .executeTakeFirstOrThrow())
    const organization = await transaction
      .insertInto('organizations')
      .values(LOCAL_ORGANIZATION)
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ slug: LOCAL_ORGANIZATION.slug }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('members')
      .values({ organization_id: organization.id, user_id: user.id, role: 'owner' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { userId: user.id, email: LOCAL_EMAIL, hasMfa: false }
  })
}

interface Stores {
  organizations: { findFor(userId: string, slug: string): Promise<{ id: string } | undefined> }
  projects: {
    find(ref: string): Promise<unknown>
    create(row: SelfHostedProjectRow): Promise<unknown>
  }
}

type SelfHostedProjectRow = ReturnType<typeof projectRow>

/** Creates the edition's one project. It is started with the other unfinished ones. */
export async function makeSelfHostedProject(
  owner: Caller,
  { organizations, projects }: Stores,
  region: string,
) {
  if (await projects.find(SELF_HOSTED_PROJECT_REF)) return
  const organization = await organizations.findFor(owner.userId, LOCAL_ORGANIZATION.slug)
  if (organization) await projects.create(projectRow(organization.id, region))
}

const projectRow = (organizationId: string, region: string) => ({
  ref: SELF_HOSTED_PROJECT_REF,
  organizationId,
  name: 'Default project',
  region,
  secrets: newProjectSecrets(generatePassword()),
})
