import { type Engine, EngineError } from '@basalt/postgres-supervisor/engine.ts'
import type pg from 'pg'
import { isMetadataFailure } from '../../platform/metadata/metadata-errors.ts'
import type { ProjectDatabases } from '../../platform/project-databases/project-databases.ts'
import { ANSWER_TIMEOUT_MS, type ProbeWay } from './instance-watch.rules.ts'
import type { Probe } from './instance-watch.ts'

/** Runs one query on a database, over a session that neither wakes it nor keeps it awake. */
export const databaseProbe =
  (engine: Engine, databases: Pick<ProjectDatabases, 'asAdmin'>) =>
  async (ref: string, way: ProbeWay): Promise<Probe> => {
    try {
      if (!(await engine.endpoint(ref))) return 'stopped'
      const answer =
        way === 'login'
          ? await databases.asAdmin.sessionIfAwake(ref, one, { statementTimeoutMs: ANSWER_TIMEOUT_MS })
          : await databases.asAdmin.keptSessionIfAwake(ref, one)
      // It is falling asleep, or has just stopped.
      return answer === undefined ? 'unknown' : 'answers'
    } catch (error) {
      if (isMetadataFailure(error)) return 'unknown'
      if (error instanceof EngineError) return error.code === 'no_such_instance' ? 'stopped' : 'unknown'
      return 'silent'
    }
  }

const one = (client: pg.Client) => client.query('select 1')
