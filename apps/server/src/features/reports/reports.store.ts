import { REPORTS_MAX } from '@basalt/contract/reports/reports.rules.ts'
import type {
  NewReport,
  Report,
  ReportSummary,
  SavedReport,
} from '@basalt/contract/reports/reports.schema.ts'
import { sql } from 'kysely'
import type { Metadata } from '../../platform/metadata/metadata.ts'
import { isUniqueViolation } from '../../platform/metadata/metadata-errors.ts'

export type ReportStore = ReturnType<typeof reportStore>

/** Who saves a report, and when. */
interface Save {
  readonly userId: string
  readonly now: Date
}

const summaryOf = (row: Omit<ReportSummary, 'type'>): ReportSummary => ({ ...row, type: 'report' })

/** Reports that members of projects put together. */
export const reportStore = (metadata: Metadata) => {
  const summaries = metadata
    .selectFrom('reports')
    .leftJoin('users', 'users.id', 'reports.updated_by')
    .select([
      'reports.id',
      'reports.name',
      'reports.description',
      'reports.revision',
      'users.email as updated_by',
      'reports.updated_at',
    ])
  const find = async (ref: string, id: string): Promise<Report | undefined> => {
    const found = await summaries
      .select('reports.blocks')
      .where('reports.ref', '=', ref)
      .where('reports.id', '=', id)
      .executeTakeFirst()
    if (!found) return undefined
    const { blocks, ...summary } = found
    return { ...summaryOf(summary), content: { blocks } }
  }
  return {
    find,

    /** By name. */
    async list(ref: string): Promise<ReportSummary[]> {
      const rows = await summaries.where('reports.ref', '=', ref).orderBy(sql`lower(reports.name)`).execute()
      return rows.map(summaryOf)
    },

    /** Says why when there are too many reports, or one with this name. */
    async insert(
      ref: string,
      { name, description, content }: NewReport,
      { userId, now }: Save,
    ): Promise<Report | 'too many' | 'taken'> {
      const { count } = await metadata
        .selectFrom('reports')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('ref', '=', ref)
        .executeTakeFirstOrThrow()
      if (count >= REPORTS_MAX) return 'too many'
      const made = await metadata
        .insertInto('reports')
        .values({
          ref,
          name,
          description,
          blocks: JSON.stringify(content.blocks),
          updated_by: userId,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return made ? (await find(ref, made.id))! : 'taken'
    },

    /** Says when the name is taken, or when the report is not at this revision, or gone. */
    async save(
      ref: string,
      id: string,
      { name, description, content, revision }: SavedReport,
      { userId, now }: Save,
    ): Promise<Report | 'taken' | 'changed' | undefined> {
      try {
        const { numUpdatedRows } = await metadata
          .updateTable('reports')
          .set((set) => ({
            name,
            description,
            blocks: JSON.stringify(content.blocks),
            revision: set('revision', '+', 1),
            updated_by: userId,
            updated_at: now,
          }))
          .where('ref', '=', ref)
          .where('id', '=', id)
          .$if(revision !== undefined, (query) => query.where('revision', '=', revision!))
          .executeTakeFirstOrThrow()
        const found = await find(ref, id)
        return numUpdatedRows === 0n && found ? 'changed' : found
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
    },

    /** Undefined when there is no such report. */
    async remove(ref: string, id: string): Promise<ReportSummary | undefined> {
      const found = await find(ref, id)
      if (!found) return undefined
      await metadata.deleteFrom('reports').where('ref', '=', ref).where('id', '=', id).execute()
      const { content: _, ...summary } = found
      return summary
    },
  }
}
