import { CompiledQuery } from 'kysely'
import type { Db } from 'pg-boss'
import type { Metadata } from '../metadata/metadata.ts'

/** The schema of pg-boss in the metadata database. It migrates that itself. */
export const JOBS_SCHEMA = 'basalt_jobs'

/**
 * The metadata as pg-boss wants them: on the platform's own pool, so that its statements have the same time limit as
 * all others and it opens no connection.
 * @param onAnswer called after each statement that was answered
 */
export const bossDatabase = (metadata: Metadata, onAnswer: () => void): Db => ({
  async executeSql(text, values = []) {
    const { rows } = await metadata.executeQuery(CompiledQuery.raw(text, values))
    onAnswer()
    return { rows }
  },
})
