import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import {
  getQueryHistory,
  listQueryPerformance,
  resetQueryPerformance,
} from '@basalt/contract/query-performance/query-performance.endpoints.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import { mount } from '../../http/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { USER_ROLE } from '../../platform/project-databases/database-roles.ts'
import { withUserConnection } from '../../platform/project-databases/user-connection.ts'
import type { SliceWithPort } from '../../platform/slice.ts'
import type { KeptRange } from '../logs/logs.port.ts'
import type { Measurement } from '../metrics/metrics.port.ts'
import { measureStatistics, sampleSessions } from './measure-statistics.ts'
import { queryHistory } from './query-history.ts'
import { queryStatistics } from './query-statistics.ts'
import { samplePlans } from './sample-plans.ts'

interface Needs {
  store: LogStore
  rangeOf: KeptRange
  /** Runs our own work in sessions like those of users, without counting it as use. */
  uncounted(ref: string, work: () => Promise<unknown>): Promise<void>
}

/** How long planning one query may take. */
const PLAN_TIMEOUT_MS = 2_000

/** Which queries take the time of a project's database, now and over time. */
export function queryPerformanceSlice(
  { gates, databases, now }: Platform,
  { store, rangeOf, uncounted }: Needs,
): SliceWithPort<{ measurements: readonly Measurement[] }> {
  const statistics = queryStatistics({ rows: databases.asOwner.rows, asAdmin: databases.asAdmin })
  const past = queryHistory({ store, rangeOf })
  return {
    measurements: [
      measureStatistics({ store, now }),
      sampleSessions({ store, now }),
      samplePlans({
        store,
        now,
        asUser: (ref, work) =>
          uncounted(ref, async () =>
            withUserConnection(
              await databases.logins.internalWhileLocked(ref, USER_ROLE),
              { application: 'basalt platform', statementTimeoutMs: PLAN_TIMEOUT_MS },
              work,
            ),
          ),
      }),
    ],
    routes(app) {
      const readers = gates.project(needs.readWithSql)
      mount(app, listQueryPerformance, readers, ({ project, query }) =>
        query.from === undefined && query.to === undefined
          ? statistics.page(project.ref, query)
          : past.page(project.ref, query),
      )
      mount(app, getQueryHistory, readers, ({ project, params, query }) =>
        past.history(project.ref, params.statistic, query),
      )
      mount(app, resetQueryPerformance, gates.project(needs.runAnySql), async ({ project }) => {
        await statistics.reset(project.ref)
        return done
      })
    },
  }
}
