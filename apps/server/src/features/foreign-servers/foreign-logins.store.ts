import { randomBytes } from 'node:crypto'
import type { ForeignLogin } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import type { RemotePlace } from '@basalt/contract/foreign-servers/remote-place.rules.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { FindLogin } from '../../platform/other-databases/relay/relay-login.ts'
import { randomSecret } from '../../platform/secrets/project-secrets.ts'
import { newVerifier } from '../../platform/secrets/scram.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

export type ForeignLoginStore = ReturnType<typeof foreignLoginStore>

type Destination = Pick<RemotePlace, 'host' | 'port'>

/** Logins at other PostgreSQL servers. Passwords are sealed; a project's database gets a token for each. */
export function foreignLoginStore(metadata: Metadata, secrets: Secrets) {
  const find: FindLogin = async (database, id) => {
    const row = await metadata
      .selectFrom('foreign_logins')
      .select(['host', 'port', 'remote_user', 'sealed_password', 'verifier'])
      .where('id', '=', id)
      .where((is) =>
        is.or([
          is('ref', '=', database),
          // A read replica has the data of its project, so also its tokens.
          is('ref', 'in', (rows) =>
            rows.selectFrom('replicas').select('replicas.ref').where('identifier', '=', database),
          ),
        ]),
      )
      .executeTakeFirst()
    return (
      row && {
        verifier: row.verifier,
        place: { host: row.host, port: row.port },
        user: row.remote_user,
        password: secrets.open(row.sealed_password),
      }
    )
  }

  return {
    find,

    /** Keeps a login that is sent to this place only. Returns the token that the database proves to use it. */
    async keep(ref: string, { host, port }: Destination, { user, password }: ForeignLogin) {
      const id = randomBytes(12).toString('hex')
      const token = randomSecret()
      await metadata
        .insertInto('foreign_logins')
        .values({
          id,
          ref,
          host,
          port,
          remote_user: user,
          sealed_password: secrets.seal(password),
          verifier: await newVerifier(token, 'random'),
        })
        .execute()
      return { id, token }
    },

    /** Where each of these logins of a project may be sent; those that it does not have are left out. */
    async destinations(ref: string, ids: readonly string[]): Promise<Map<string, Destination>> {
      if (ids.length === 0) return new Map()
      const rows = await metadata
        .selectFrom('foreign_logins')
        .select(['id', 'host', 'port'])
        .where('ref', '=', ref)
        .where('id', 'in', ids)
        .execute()
      return new Map(rows.map(({ id, host, port }) => [id, { host, port }]))
    },

    async remove(ref: string, ids: readonly string[]) {
      if (ids.length === 0) return
      await metadata.deleteFrom('foreign_logins').where('ref', '=', ref).where('id', 'in', ids).execute()
    },

    /** Whether a project has logins from before a time. */
    async hasAny(ref: string, before: Date): Promise<boolean> {
      const row = await metadata
        .selectFrom('foreign_logins')
        .select('id')
        .where('ref', '=', ref)
        .where('created_at', '<', before.toISOString())
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Removes the logins from before a time that are not among those that the database still names. */
    async removeOthers(ref: string, named: readonly string[], before: Date) {
      let others = metadata
        .deleteFrom('foreign_logins')
        .where('ref', '=', ref)
        .where('created_at', '<', before.toISOString())
      if (named.length > 0) others = others.where('id', 'not in', named)
      await others.execute()
    },

    /** Ids of all databases, replicas included. */
    async databases(): Promise<string[]> {
      const rows = await metadata
        .selectFrom('projects')
        .select('ref as id')
        .unionAll(metadata.selectFrom('replicas').select('identifier as id'))
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
