import { readdirSync } from 'node:fs'
import path from 'node:path'
import {
  createBranch,
  deleteBranch,
  listBranches,
  mergeBranch,
  prepareBranch,
  resetBranch,
} from '@basalt/contract/branches/branches.endpoints.ts'
import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import {
  createMergeRequest,
  listMergeRequests,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import { randomBelow } from '@basalt/testing/seeded-random.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { type ChaosServer, postmasterOf, startChaosServer } from './chaos-server.ts'

const BRANCHES_MAX = 3
const SETTLED_LIMIT_MS = 180_000
/** How long each work takes at most on an idle machine, so that kills hit all of its moments. */
const WORK_MS = { prepare: 1_500, create: 2_500, reset: 2_500, delete: 800, merge: 6_000 } as const
/** By then a dialog has a spare branch, where blocks are shared. */
const SPARE_AFTER_MS = 1_500
type Work = keyof typeof WORK_MS

interface Options {
  /** How often the server is killed. */
  readonly kills: number
  /** The same seed makes the same choices; the moments differ with the speed of the machine. */
  readonly seed: number
  readonly log?: (line: string) => void
}

interface Result {
  readonly kills: number
  /** How often work was interrupted, by what it was. */
  readonly interrupted: Readonly<Record<Work, number>>
  /** Merges of branches whose server was killed in the second in which the moment of branching was still being read. */
  readonly unmergeable: number
  /** What was lost or broken, as sentences. */
  readonly broken: readonly string[]
}

/** What a branch is known to have: its own rows, by number. */
type Known = Map<string, Set<number>>

/**
 * Creates, resets, merges and deletes branches of a project that is written to, and kills the server, and at times all
 * databases, at random moments. After each kill, everything must be whole or gone without help.
 */
export async function tortureBranches(
  dataDir: string,
  { kills, seed, log = () => undefined }: Options,
): Promise<Result> {
  const below = randomBelow(seed)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const server = await startChaosServer(dataDir, 1)
  const [parent] = server.refs as [string]
  await server.query(
    parent,
    `create table accounts as select n as id, 0 as balance from generate_series(1, 2000) n;
     alter table accounts add primary key (id); create table own (id int primary key)`,
  )
  const known: Known = new Map()
  const interrupted: Record<Work, number> = { prepare: 0, create: 0, reset: 0, delete: 0, merge: 0 }
  const broken: string[] = []
  let next = 0
  let unmergeable = 0

  const writing = (work: () => Promise<void>) => whileWriting(server, parent, below, work)

  const listed = async () =>
    (await server.call(listBranches, { params: { ref: parent }, query: {} })).filter(
      ({ is_default }) => !is_default,
    )

  for (let kill = 1; kill <= kills; kill++) {
    const branches = await listed()
    const work: Work =
      branches.length === 0
        ? pick(['prepare', 'create'])
        : pick(branches.length < BRANCHES_MAX ? WORKS : WORKS.filter((one) => !MAKING.has(one)))
    // So that the branch takes over what was copied, finished or not.
    const isPrepared = work === 'create' && below(2) === 0
    const branch = branches.length > 0 ? pick(branches) : undefined
    const row = ++next
    if (branch && work === 'merge') {
      await server.query(branch.project_ref, `insert into own values (${row})`)
      known.get(branch.project_ref)?.add(row)
    }
    const moment = below(WORK_MS[work])
    const alsoDatabases = below(3) === 0
    // Only of what nobody writes to is there a spare branch.
    const isQuiet = (isPrepared || work === 'prepare') && below(2) === 0
    const during = isQuiet ? (work: () => Promise<void>) => work() : writing
    if (isPrepared && isQuiet) {
      await server.call(prepareBranch, { params: { ref: parent } })
      await new Promise((resolve) => setTimeout(resolve, SPARE_AFTER_MS))
    }
    await during(async () => {
      if (isPrepared) await server.call(prepareBranch, { params: { ref: parent } })
      const begun = begin(server, parent, work, branch, `branch ${kill}`).catch((error: Error) => error)
      await Promise.race([
        begun.then((error) => error instanceof Error && Promise.reject(error)),
        new Promise((resolve) => setTimeout(resolve, moment)),
      ]).catch((error: Error) => {
        if (UNREAD.test(error.message)) unmergeable++
        else broken.push(`${work} was refused: ${error.message}`)
      })
      const pids = alsoDatabases ? postmasters(dataDir) : []
      await server.process.stop('SIGKILL')
      for (const pid of pids) killed(pid)
      await begun
      await server.restart()
    })
    interrupted[work]++
    const found = await problemsOf(server, parent, known, { work, branch, row })
    broken.push(...found.map((problem) => `${kill}. ${work} after ${moment} ms: ${problem}`))
    log(
      `${kill}. ${work} killed after ${moment} ms${alsoDatabases ? ' with all databases' : ''}: ${found.join('; ') || 'held'}`,
    )
    if (found.length > 0 && server.process.hasEnded()) break
  }
  await server.process.stop()
  return { kills, interrupted, unmergeable, broken }
}

/** Such a branch has to be reset before it can be merged, as the message says. */
const UNREAD = /schema at the moment of branching is not known/

const WORKS = ['prepare', 'create', 'reset', 'merge', 'merge', 'delete'] as const satisfies Work[]

/** What may make a branch. */
const MAKING: ReadonlySet<Work> = new Set(['prepare', 'create'])

/** Resolves with what the call answered, or fails as it does; the work goes on in the background. */
async function begin(
  server: ChaosServer,
  parent: string,
  work: Work,
  branch: Branch | undefined,
  name: string,
): Promise<unknown> {
  if (work === 'prepare') return server.call(prepareBranch, { params: { ref: parent } })
  if (work === 'create' || !branch)
    return server.call(createBranch, { params: { ref: parent }, query: {}, body: { branch_name: name } })
  const params = { id: branch.id }
  if (work === 'reset') return server.call(resetBranch, { params, body: null })
  if (work === 'delete') return server.call(deleteBranch, { params })
  const requests = await server.call(listMergeRequests, { params: { ref: branch.project_ref } })
  if (!requests.some(({ status }) => status === 'open'))
    await server.call(createMergeRequest, {
      params: { ref: branch.project_ref },
      body: { title: 'Torture', tables: [{ schema: 'public', name: 'own' }] },
    })
  return server.call(mergeBranch, { params })
}

/** Writes confirmed entries, and moves amounts between accounts in transactions that leave their sum as it is. */
async function whileWriting(
  server: ChaosServer,
  ref: string,
  below: (limit: number) => number,
  work: () => Promise<void>,
) {
  let isOver = false
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  const entries = (async () => {
    while (!isOver) if (!(await server.write(ref))) await pause()
  })()
  const transfers = (async () => {
    while (!isOver) {
      const [from, to] = [1 + below(2000), 1 + below(2000)].sort((a, b) => a - b)
      await server
        .query(
          ref,
          `begin; update accounts set balance = balance - 1 where id = ${from};
           update accounts set balance = balance + 1 where id = ${to}; commit`,
        )
        .catch(pause)
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await Promise.all([entries, transfers])
  }
}

/** What does not hold once the next server has ended what was interrupted. */
async function problemsOf(
  server: ChaosServer,
  parent: string,
  known: Known,
  { work, branch, row }: { work: Work; branch: Branch | undefined; row: number },
): Promise<string[]> {
  const problems: string[] = []
  await server.whenHealthy(parent)
  const branches = await waitFor(
    async () => {
      const all = await server
        .call(listBranches, { params: { ref: parent }, query: {} })
        .catch(() => undefined)
      const own = all?.filter(({ is_default }) => !is_default)
      return own?.every(({ status }) => status === 'ACTIVE_HEALTHY' || status === 'INIT_FAILED')
        ? own
        : undefined
    },
    { timeoutMs: SETTLED_LIMIT_MS },
  )
  const lost = await server.lostEntries(parent)
  if (lost.length > 0) problems.push(`production lost ${lost.length} entries`)
  for (const { project_ref: ref, name, status, failure } of branches) {
    if (status === 'INIT_FAILED') {
      problems.push(`${name} is no branch: ${failure}`)
      continue
    }
    const [sums] = (await server.query(ref, SOUND)) as {
      sum: number
      rows: number
      indexed: number
      own: number[]
    }[]
    if (sums!.sum !== 0 || sums!.rows !== 2000 || sums!.indexed !== 2000)
      problems.push(`${name} is not one moment of production: ${JSON.stringify(sums)}`)
    const expected = known.get(ref) ?? new Set()
    const missing = [...expected].filter((one) => !sums!.own.includes(one))
    const isReset = work === 'reset' && branch?.project_ref === ref
    if (missing.length > 0 && !isReset) problems.push(`${name} lost ${missing.length} of its rows`)
    known.set(ref, new Set(sums!.own))
  }
  for (const ref of known.keys())
    if (!branches.some(({ project_ref }) => project_ref === ref)) {
      if (work !== 'delete' || branch?.project_ref !== ref) problems.push(`the branch ${ref} is gone`)
      known.delete(ref)
    }
  if (work === 'merge' && branch) problems.push(...(await mergeProblems(server, parent, branch, row)))
  const slots = (await server.query(parent, SLOTS)) as object[]
  if (slots.length > 0) problems.push(`${slots.length} replication slots are left`)
  const folders = readdirSync(path.join(server.dataDir, 'instances', 'instances'))
  const strays = folders.filter(
    (name) => name !== parent && !branches.some(({ project_ref }) => project_ref === name),
  )
  if (strays.length > 0) problems.push(`${strays.join(', ')} is left on the disk`)
  const prepared = readdirSync(path.join(server.dataDir, 'instances', 'unfinished')).filter((name) =>
    name.startsWith('prepared'),
  )
  if (prepared.length > 0) problems.push(`${prepared.join(', ')} is left of what was prepared`)
  return problems
}

/** A request says that it is merged if, and only if, the target has the row. */
async function mergeProblems(
  server: ChaosServer,
  parent: string,
  branch: Branch,
  row: number,
): Promise<string[]> {
  const request = await waitFor(
    async () => {
      const [newest] = await server.call(listMergeRequests, { params: { ref: branch.project_ref } })
      if (!newest) return 'none'
      return newest.status === 'merging' || newest.rehearsal?.status === 'running' ? undefined : newest
    },
    { timeoutMs: SETTLED_LIMIT_MS },
  )
  const merged = (await server.query(parent, `select from own where id = ${row}`)) as object[]
  const isSaid = request !== 'none' && request.status === 'merged'
  return isSaid === merged.length > 0
    ? []
    : [`the merge request says ${isSaid ? 'merged' : 'not merged'}, and its row is ${merged.length}`]
}

/** The second count is answered by the index. */
const SOUND = `
  select (select sum(balance)::int from accounts) as sum, (select count(balance)::int from accounts) as rows,
    (select count(*)::int from generate_series(1, 2000) n where exists (select from accounts where id = n)) as indexed,
    (select coalesce(json_agg(id), '[]') from own) as own`

const SLOTS = "select slot_name from pg_replication_slots where slot_name like 'basalt_copy_%'"

/** The servers of the platform and of all projects. */
const postmasters = (dataDir: string): number[] =>
  [
    postmasterOf(dataDir, 'metadata'),
    ...readdirSync(path.join(dataDir, 'instances', 'instances')).map((ref) => postmasterOf(dataDir, { ref })),
  ].filter((pid) => pid !== undefined)

function killed(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
