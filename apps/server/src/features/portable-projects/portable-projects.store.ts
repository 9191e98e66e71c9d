import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { copiedSettings } from '../../platform/metadata/copied-settings.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import type { MetadataSchema } from '../../platform/metadata/metadata-schema.ts'

export type PortableImport = Selectable<MetadataSchema['portable_imports']>

export type PortableProjectStore = ReturnType<typeof portableProjectStore>

/** A saved query as a file has it. */
const PortableSnippet = z.object({
  name: z.string(),
  description: z.string(),
  visibility: z.enum(['user', 'project']),
  sql: z.string(),
  /** In hex. */
  digest: z.string().regex(/^[0-9a-f]*$/),
  chart: z.record(z.string(), z.unknown()).nullable(),
})
export type PortableSnippet = z.infer<typeof PortableSnippet>

/** A row of each table of `copiedSettings` that has one, by column. */
const PortableSettings = z.partialRecord(
  z.enum(Object.keys(copiedSettings) as [keyof typeof copiedSettings]),
  z.record(z.string(), z.unknown()),
)
export type PortableSettings = z.infer<typeof PortableSettings>

const columnsOf = (table: keyof typeof copiedSettings) =>
  sql.join(copiedSettings[table].map((column) => sql.ref(column)))

/** What the metadata have of a project that a portable file takes along, and files that are being opened. */
export function portableProjectStore(metadata: Metadata) {
  return {
    /** Saved queries that the user sees. */
    async snippets(ref: string, userId: string): Promise<PortableSnippet[]> {
      const { rows } = await sql<PortableSnippet>`
        select name, description, visibility, sql, encode(digest, 'hex') as digest, chart
        from snippets join snippet_contents on snippet_id = id
        where project_ref = ${ref} and (visibility = 'project' or owner_id = ${userId})
        order by inserted_at, id`.execute(metadata)
      return rows
    },

    async settings(ref: string): Promise<PortableSettings> {
      const found: PortableSettings = {}
      for (const table of Object.keys(copiedSettings) as (keyof typeof copiedSettings)[]) {
        const { rows } = await sql<Record<string, unknown>>`
          select ${columnsOf(table)} from ${sql.table(table)} where ref = ${ref}`.execute(metadata)
        if (rows[0]) found[table] = rows[0]
      }
      return found
    },

    async begin(
      transaction: Transaction<MetadataSchema>,
      row: { ref: string; file: string; owner_id: string },
    ) {
      await transaction.insertInto('portable_imports').values(row).execute()
    },

    find: (ref: string): Promise<PortableImport | undefined> =>
      metadata.selectFrom('portable_imports').selectAll().where('ref', '=', ref).executeTakeFirst(),

    /** The names of all files that are still needed. */
    async files(): Promise<Set<string>> {
      const rows = await metadata.selectFrom('portable_imports').select('file').execute()
      return new Set(rows.map(({ file }) => file))
    },

    /** Everything that is in the metadata, in one transaction; the import is over then. Does nothing once it is. */
    async complete(
      { ref, owner_id }: PortableImport,
      { snippets, settings }: { snippets: readonly unknown[]; settings: unknown },
    ) {
      await metadata.transaction().execute(async (transaction) => {
        const ended = await transaction
          .deleteFrom('portable_imports')
          .where('ref', '=', ref)
          .executeTakeFirst()
        if (ended.numDeletedRows === 0n) return
        const { organization_id } = await transaction
          .selectFrom('projects')
          .select('organization_id')
          .where('ref', '=', ref)
          .executeTakeFirstOrThrow()
        const rows = PortableSettings.parse(settings)
        for (const [name, row] of Object.entries(rows)) {
          const table = name as keyof typeof copiedSettings
          const json = JSON.stringify({ ref, ...row })
          await sql`
            insert into ${sql.table(table)} (ref, ${columnsOf(table)})
            select ref, ${columnsOf(table)} from jsonb_populate_record(null::${sql.table(table)}, ${json}::jsonb)
            on conflict (ref) do nothing`.execute(transaction)
        }
        for (const one of snippets) {
          const { name, description, visibility, sql: text, digest, chart } = PortableSnippet.parse(one)
          await sql`
            with made as (
              insert into snippets (id, project_ref, organization_id, owner_id, name, description, visibility)
              values (gen_random_uuid(), ${ref}, ${organization_id}, ${owner_id}, ${name}, ${description}, ${visibility})
              returning id)
            insert into snippet_contents (snippet_id, sql, digest, chart, saved_by)
            select id, ${text}, decode(${digest}, 'hex'), ${chart === null ? null : JSON.stringify(chart)}::jsonb, ${owner_id}
            from made`.execute(transaction)
        }
      })
    },
  }
}
