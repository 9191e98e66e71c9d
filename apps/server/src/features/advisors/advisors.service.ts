import type { FoundRow } from '@basalt/catalog/lints/lint.ts'
import { lintQuery } from '@basalt/catalog/lints/lints.ts'
import { objectStates } from '@basalt/catalog/lints/object-states.ts'
import { advisorKinds } from '@basalt/contract/advisors/advisors.rules.ts'
import type { AdvisorSummary, LintDismissal } from '@basalt/contract/advisors/advisors.schema.ts'
import pg from 'pg'
import { AppError, notFound } from '../../http/app-error.ts'
import type { AdvisorStore, StoredDismissal } from './advisors.store.ts'
import {
  countsOf,
  databaseFinding,
  digestOf,
  type Finding,
  isAboutUse,
  platformFindings,
} from './findings.ts'
import type { ProjectSituation } from './platform-rules.ts'

/** SQLSTATE query_canceled. */
const CANCELED = '57014'

/** From statistics, which every role may read. */
const HAS_USERS = `
  select coalesce(bool_or(c.reltuples > 0 or pg_catalog.pg_stat_get_live_tuples(c.oid) > 0), false) as has_users
  from pg_catalog.pg_class c where c.oid = pg_catalog.to_regclass('auth.users')`

const DAY_MS = 24 * 60 * 60 * 1000

/** Runs catalog SQL; undefined when the database is not read because it sleeps. */
export type RunSql = <Row extends object>(ref: string, sql: string) => Promise<Row[] | undefined>

interface Deps {
  readonly store: AdvisorStore
  /** The schemas that a project's API exposes. */
  exposedSchemas(ref: string): Promise<readonly string[]>
  /** Names of lints that do not hold for a project. */
  leftOut(ref: string): Promise<readonly string[]>
  /** `hasUsers`: whether users of apps have signed up. */
  situationOf(ref: string, hasUsers: boolean): Promise<ProjectSituation>
  /** Wakes the database. */
  readonly rows: <Row extends object>(ref: string, sql: string) => Promise<Row[]>
  readonly rowsIfAwake: RunSql
  /** Called after each run. `errors` are those that the run before did not have. */
  onRun(ref: string, run: { errors: readonly Finding[]; hasChanged: boolean }): Promise<void>
  now(): Date
}

/** A finding, and the dismissal that holds for it. */
export interface JudgedFinding {
  readonly finding: Finding
  readonly dismissal: LintDismissal | null
}

interface Run {
  readonly ranAt: Date
  readonly judged: readonly JudgedFinding[]
}

export type AdvisorService = ReturnType<typeof advisorService>

/** Runs the lints of projects and knows what was dismissed. */
export function advisorService(deps: Deps) {
  const { store, exposedSchemas, leftOut, situationOf, rows, rowsIfAwake, onRun, now } = deps
  const running = new Map<string, Promise<readonly JudgedFinding[]>>()
  /** The findings of the last run, to see whether they have changed, and to count them when one is dismissed. */
  const known = new Map<string, Run>()

  const databaseFindings = async (ref: string, run: RunSql): Promise<Finding[] | undefined> => {
    const [exposed, without] = await Promise.all([exposedSchemas(ref), leftOut(ref)])
    const findings: Finding[] = []
    for (const kind of advisorKinds) {
      const found = await run<FoundRow>(ref, lintQuery(kind, exposed, without)).catch(explainTimeout)
      if (!found) return undefined
      findings.push(...found.map(databaseFinding))
    }
    return findings
  }

  const findingsOf = async (ref: string, run: RunSql): Promise<Finding[] | undefined> => {
    const findings = await databaseFindings(ref, run)
    const users = findings && (await run<{ has_users: boolean }>(ref, HAS_USERS))
    if (!findings || !users) return undefined
    return [...platformFindings(await situationOf(ref, users[0]!.has_users)), ...findings]
  }

  /** A digest for each finding whose object exists. */
  const statesOf = async (ref: string, findings: readonly Finding[], run: RunSql) => {
    const states = new Map(
      findings.flatMap((one) => (one.object ? [] : [[one.cache_key, digestOf(one)] as const])),
    )
    const objects = findings.flatMap(({ cache_key: key, object }) => (object ? [{ key, ...object }] : []))
    if (objects.length === 0) return states
    const found = await run<{ key: string; state: string }>(ref, objectStates(objects))
    for (const { key, state } of found ?? []) states.set(key, state)
    return states
  }

  /** The dismissals that hold. Those of findings that changed, expired or are gone are removed. */
  const holding = async (ref: string, findings: readonly Finding[], run: RunSql) => {
    const stored = await store.dismissals(ref)
    if (stored.length === 0) return new Map<string, StoredDismissal>()
    const keys = new Set(stored.map(({ cache_key }) => cache_key))
    const dismissed = findings.filter(({ cache_key }) => keys.has(cache_key))
    const states = await statesOf(ref, dismissed, run)
    const isHolding = ({ cache_key, state, expires_at }: StoredDismissal) =>
      states.get(cache_key) === state && (expires_at === null || Date.parse(expires_at) > now().getTime())
    const [held, ended] = [stored.filter(isHolding), stored.filter((one) => !isHolding(one))]
    await store.reopen(
      ref,
      ended.map(({ cache_key }) => cache_key),
    )
    return new Map(held.map((one) => [one.cache_key, one]))
  }

  const work = async (ref: string, run: RunSql): Promise<readonly JudgedFinding[]> => {
    const findings = await findingsOf(ref, run)
    if (!findings) return []
    const dismissals = await holding(ref, findings, run)
    const judged = findings.map((finding) => ({
      finding,
      dismissal: publicDismissal(dismissals.get(finding.cache_key)),
    }))
    await settle(ref, { ranAt: now(), judged })
    return judged
  }

  /** Counts what is not dismissed, stores that, and reports what is new. */
  const settle = async (ref: string, run: Run) => {
    const open = run.judged.flatMap(({ finding, dismissal }) => (dismissal ? [] : [finding]))
    const errors = open.filter(({ level }) => level === 'ERROR')
    const before = await store.saveRun(ref, {
      ranAt: run.ranAt,
      counts: countsOf(open),
      errors: errors.map(({ cache_key }) => cache_key),
    })
    const hasChanged = textOf(known.get(ref)) !== textOf(run)
    known.set(ref, run)
    const earlier = new Set(before)
    await onRun(ref, { errors: errors.filter(({ cache_key }) => !earlier.has(cache_key)), hasChanged })
  }

  /** Counts again after one finding was dismissed or reopened, without another run. */
  const judgeAgain = async (ref: string, cache_key: string, dismissal: LintDismissal | null) => {
    const last = known.get(ref)
    // After a restart of the server.
    if (!last) return void (await shared(ref, rowsIfAwake))
    await settle(ref, {
      ...last,
      judged: last.judged.map((one) => (one.finding.cache_key === cache_key ? { ...one, dismissal } : one)),
    })
  }

  /** Calls at the same time share a run. */
  const shared = (ref: string, run: RunSql) => {
    const active = running.get(ref)
    if (active) return active
    const started = work(ref, run).finally(() => running.delete(ref))
    running.set(ref, started)
    return started
  }

  return {
    /** Throws `instance_unavailable` when the database does not answer, or is too busy to finish in time. */
    run: (ref: string) => shared(ref, rows),

    /** For changes and times that nobody waits for: a sleeping database is left alone. */
    runIfAwake: async (ref: string) => void (await shared(ref, rowsIfAwake)),

    /** What the rules about databases find elsewhere than in the project's own, without those about its use. */
    findIn: async (ref: string, run: RunSql): Promise<Finding[]> =>
      ((await databaseFindings(ref, run)) ?? []).filter((finding) => !isAboutUse(finding)),

    async summary(ref: string): Promise<AdvisorSummary> {
      const run = await store.lastRun(ref)
      return { ran_at: run?.ran_at ?? null, counts: run?.counts ?? countsOf([]) }
    },

    /** Throws `not_found` for a finding that is no longer there. */
    async dismiss(
      ref: string,
      { cache_key, reason, days }: { cache_key: string; reason: string; days: number | null },
      email: string,
    ): Promise<LintDismissal> {
      const isIt = (one: JudgedFinding) => one.finding.cache_key === cache_key
      const { finding } = known.get(ref)?.judged.find(isIt) ?? (await shared(ref, rows)).find(isIt) ?? {}
      const state = finding && (await statesOf(ref, [finding], rows)).get(cache_key)
      if (state === undefined) throw notFound('Finding', cache_key)
      const at = now()
      const dismissal = {
        reason,
        dismissed_by: email,
        dismissed_at: at.toISOString(),
        expires_at: days === null ? null : new Date(at.getTime() + days * DAY_MS).toISOString(),
      }
      await store.dismiss(ref, { cache_key, state, ...dismissal })
      await judgeAgain(ref, cache_key, dismissal)
      return dismissal
    },

    /** Throws `not_found` when it is not dismissed. */
    async reopen(ref: string, cache_key: string) {
      if ((await store.reopen(ref, [cache_key])) === 0) throw notFound('Dismissal', cache_key)
      await judgeAgain(ref, cache_key, null)
    },

    forget: (ref: string) => void known.delete(ref),

    /** Resolves once no run is active. */
    async idle() {
      await Promise.allSettled(running.values())
    },
  }
}

function explainTimeout(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code === CANCELED)
    throw new AppError(
      'instance_unavailable',
      'The database did not finish the checks within a few seconds. Run them again when it is less busy.',
      { cause: error },
    )
  throw error
}

function publicDismissal(stored: StoredDismissal | undefined): LintDismissal | null {
  if (!stored) return null
  const { reason, dismissed_by, dismissed_at, expires_at } = stored
  return { reason, dismissed_by, dismissed_at, expires_at }
}

const textOf = (run: Run | undefined) =>
  run &&
  JSON.stringify(
    run.judged.map(({ finding, dismissal }) => [finding.cache_key, finding.detail, dismissal !== null]),
  )
