import { createHash } from 'node:crypto'
import { PLANS_EVERY_MS } from '@basalt/contract/metrics/metrics.rules.ts'
import type { LogStore } from '@basalt/log-store/log-store.ts'
import type pg from 'pg'
import { ofDatabase } from '../../platform/project-databases/sql/sql-failed.ts'
import type { Measurement } from '../metrics/metrics.port.ts'
import { topQueries } from './measure-statistics.ts'
import { type PlanNode, planFacts } from './plan-steps.rules.ts'
import { queryPlansSource } from './statistic-sources.ts'

interface Deps {
  store: Pick<LogStore, 'add'>
  now: () => Date
  /** Runs work in a running database as the role `postgres`, without counting it as use. */
  asUser(ref: string, work: (client: pg.Client) => Promise<void>): Promise<void>
}

/** Plans of one sample. */
const PLANNED_MAX = 10

/**
 * The plans of the queries that have taken the most time so far, as the role `postgres` would have them made. Planning may
 * run functions of users, so it never happens as superuser.
 */
export function samplePlans({ store, now, asUser }: Deps): Measurement {
  return {
    everyMs: PLANS_EVERY_MS,
    async measure(ref, client) {
      const queries = await topQueries(client, PLANNED_MAX)
      if (queries.length === 0) return
      await asUser(ref, async (user) => {
        for (const { id, query } of queries) {
          const plan = await planOf(user, query)
          if (!plan) continue
          const { shape, cost, text, tables, indexes } = planFacts(plan)
          store.add(ref, queryPlansSource.name, {
            timestamp: now().getTime(),
            event_message: text,
            query_id: id,
            shape: createHash('sha256').update(shape).digest('base64url'),
            cost,
            tables: tables.join('\n'),
            indexes: indexes.join('\n'),
          })
        }
      })
    },
    forget: () => undefined,
  }
}

/** Undefined for a query that PostgreSQL cannot plan without its values, or not as this role. */
async function planOf(user: pg.Client, query: string): Promise<PlanNode | undefined> {
  try {
    const { rows } = await user.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (generic_plan, verbose, format json) ${query}`,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan
  } catch (error) {
    if (!ofDatabase(error)) throw error
    return undefined
  }
}
