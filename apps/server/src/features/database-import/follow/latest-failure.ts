import type { Engine } from '@basalt/postgres-supervisor/engine.ts'
import type { LatestFailure } from './read-following.ts'

/** Lines of the log that are searched. */
const LOG_LINES = 200

/** Reads the failures of replication in PostgreSQL's log: its statistics only count them. */
export const latestFailureIn =
  (engine: Pick<Engine, 'logs'>): LatestFailure =>
  async (ref, since) => {
    const entries = await engine.logs(ref, { limit: LOG_LINES })
    const failures = entries
      .filter(
        ({ severity, backend, time }) => severity === 'ERROR' && isReplication(backend) && time >= since,
      )
      .sort((a, b) => (a.time < b.time ? 1 : -1))
    const [latest] = failures
    if (!latest) return null
    return latest.detail === undefined ? latest.message : `${latest.message}: ${latest.detail}`
  }

const isReplication = (backend: string | undefined) => /^logical replication/.test(backend ?? '')
