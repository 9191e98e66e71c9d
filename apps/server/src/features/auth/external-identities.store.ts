import type { Run } from './auth-database.ts'
import { fitsInToken } from './credentials.ts'
import type { ExternalIdentity } from './external-identity.ts'
import type { UserRecord } from './user-record.ts'

/** Two sign-ins of one person at once make one user. */
export const lockIdentity = (run: Run, { provider, subject }: ExternalIdentity) =>
  run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`basalt auth ${provider} ${subject}`])

/** The id of the user of an identity; undefined when nobody has it. */
export async function ownerOf(run: Run, { provider, subject }: ExternalIdentity) {
  const [row] = await run<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  return row?.user_id
}

/** Adds an identity that nobody has. */
export async function addIdentity(run: Run, userId: string, { provider, subject, data }: ExternalIdentity) {
  await run(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now(), now())`,
    [subject, userId, JSON.stringify(data), provider],
  )
  await setProviders(run, userId)
}

/** Notes in the user's app metadata how they can sign in. */
export const setProviders = (run: Run, userId: string) =>
  run(
    `update auth.users u set updated_at = now(),
       raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object(
         'provider', case when p.providers ? (u.raw_app_meta_data ->> 'provider')
           then u.raw_app_meta_data ->> 'provider' else p.providers ->> 0 end,
         'providers', p.providers)
     from (select coalesce(jsonb_agg(provider order by since), '[]') as providers
       from (select provider, min(created_at) as since from auth.identities where user_id = $1 group by provider) i) p
     where u.id = $1`,
    [userId],
  )

/** Refreshes what the provider tells of a known person. */
export async function updateIdentity(run: Run, { user }: UserRecord, identity: ExternalIdentity) {
  await run(
    `update auth.identities set identity_data = identity_data || $3, updated_at = now()
     where provider = $1 and provider_id = $2`,
    [identity.provider, identity.subject, JSON.stringify(identity.data)],
  )
  // What does not fit into tokens beside the user's own data stays with the identity.
  if (!fitsInToken({ ...user.raw_user_meta_data, ...identity.data }, user.raw_app_meta_data)) return
  await run(
    `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2, updated_at = now() where id = $1`,
    [user.id, JSON.stringify(identity.data)],
  )
}
