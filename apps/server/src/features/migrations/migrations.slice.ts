import { Readable } from 'node:stream'
import {
  applyMigration,
  downloadMigrations,
  getMigration,
  listMigrations,
  makeMigration,
  markMigrationApplied,
  rehearseMigration,
} from '@basalt/contract/migrations/migrations.endpoints.ts'
import { migrationFileText } from '@basalt/contract/migrations/migrations.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { versionAt } from '@basalt/sql/migration-history.ts'
import { notFound } from '../../http/app-error.ts'
import { attachment } from '../../http/attachment.ts'
import { memberCall } from '../../http/member-call.ts'
import { mount } from '../../http/mount.ts'
import { isOwnCall } from '../../http/on-behalf.ts'
import { announceTables } from '../../platform/announce-tables.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { changesAsStatements } from './changes-as-statements.ts'
import { migrationArchive } from './migration-archive.ts'
import { migrationHistory } from './migration-history.store.ts'
import { migrationRuns } from './migration-run.service.ts'

/** The migrations of a project's database, in the history that the Supabase CLI keeps there. */
export function migrationsSlice(
  platform: Platform,
  ledger: Pick<Ledger, 'find' | 'markMigrated' | 'recorded'>,
): Slice {
  const { gates, databases, now } = platform
  const ways = { ownerRows: databases.asOwner.rows, transaction: databases.asMember.transaction, now }
  const history = migrationHistory(ways)
  const runs = migrationRuns({ ...ways, recorded: ledger.recorded })
  const announce = announceTables(platform)
  return {
    routes(app) {
      const writing = gates.project(needs.runAnySql)

      mount(app, listMigrations, gates.project(needs.readWithSql), ({ project, query }) =>
        history.page(project.ref, query),
      )

      mount(app, getMigration, gates.project(needs.readWithSql), async ({ project, params: { version } }) => {
        const migration = await history.find(project.ref, version)
        if (!migration) throw notFound('Migration', version)
        return migration
      })

      mount(
        app,
        downloadMigrations,
        gates.project(needs.readWithSql),
        async ({ project }, request, reply) => {
          // Errors of the history are the response, not a broken archive.
          await history.page(project.ref, { limit: 1 })
          reply.type('application/zip')
          // Browsers send a HEAD request first, for which no file is read.
          if (request.raw.method === 'HEAD') return reply.send()
          const archive = migrationArchive(history, project.ref, now())
          return reply
            .header('content-disposition', attachment('migrations.zip'))
            .send(Readable.from(archive, { objectMode: false }))
        },
      )

      // Recording one changes the database, which a lock refuses where it is done.
      mount(
        app,
        makeMigration,
        gates.project(needs.runAnySql, { changesNothing: true }),
        async (input, _request, reply) => {
          const { project, body } = input
          const { name, changes: ids, record } = body
          const changes = await ledger.find(project.ref, ids)
          const missing = ids.find((id) => !changes.some((change) => change.id === id))
          if (missing !== undefined) throw notFound('Change', missing)
          const statements = changesAsStatements(changes)
          const sql = migrationFileText(statements)
          if (!record) return { version: versionAt(now()), name, sql, is_recorded: false }
          const version = await history.record(memberCall(input, reply), name, statements)
          await ledger.markMigrated(project.ref, ids, version)
          return { version, name, sql, is_recorded: true }
        },
      )

      mount(app, rehearseMigration, writing, (input, _request, reply) =>
        runs.rehearse(memberCall(input, reply), input.body),
      )

      mount(app, applyMigration, writing, async (input, _request, reply) => {
        const origin = isOwnCall() ? 'agent' : 'migration'
        const version = await runs.apply(memberCall(input, reply), input.body, origin)
        await announce(input.project.ref, null)
        return { version, name: input.body.name }
      })

      mount(app, markMigrationApplied, writing, async (input, _request, reply) => ({
        version: await runs.record(memberCall(input, reply), input.body),
        name: input.body.name,
      }))
    },
  }
}
