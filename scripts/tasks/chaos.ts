import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { runNode, runTool } from '../child.ts'
import { inRepository, repository } from '../repository.ts'

/**
 * `npm run chaos -- [rounds] [projects]` injects faults into a running server, `npm run chaos -- webhooks` kills one that
 * delivers webhooks, `npm run chaos -- backups [rounds] [seed]` restores a database to random moments while everything is
 * killed, `npm run chaos -- backups kills [count]` kills archives, backups, restores and promotions and says how often,
 * `npm run chaos -- merges [rounds] [seed]` merges random changes of both sides of a branch,
 * `npm run chaos -- promote [kills]` kills one that promotes replicas, `npm run chaos -- logs [kills]` a program that writes logs,
 * `npm run chaos -- drains [kills]` one that sends them to receivers with bad moments,
 * `npm run chaos -- branches [kills] [seed]` one that
 * makes, resets, merges and deletes branches and checks copies that are made under load, and `npm run chaos -- cases` runs the tests of which `npm test` runs samples. Not part of `npm test`:
 * they take minutes.
 */
export function chaos([what, ...rest]: string[]): Promise<number> {
  if (what === 'webhooks') return runNode([inRepository('scripts', 'chaos', 'webhooks.ts'), ...rest])
  if (what === 'backups' && rest[0] === 'kills') return killsOfBackups(rest.slice(1))
  if (what === 'backups') return roundsOf('backups', rest, MOMENTS, 'BASALT_BACKUP')
  if (what === 'merges')
    return roundsOf('merges', rest, 'packages/merge/src/random-merges.test.ts', 'BASALT_MERGE')
  if (what === 'logs') return kills('BASALT_LOG_KILLS', LOGS, rest)
  if (what === 'drains') return kills('BASALT_DRAIN_KILLS', DRAINS, rest)
  if (what === 'promote') return kills('BASALT_PROMOTE_KILLS', PROMOTIONS, rest)
  if (what === 'branches') return branches(rest)
  if (what === 'cases') return allCases()
  return runNode([
    inRepository('scripts', 'chaos', 'main.ts'),
    ...(what === undefined ? [] : [what]),
    ...rest,
  ])
}

const PROMOTIONS = 'apps/server/src/features/replicas/promotions.test.ts'
const LOGS = 'packages/log-store/src/log-store.test.ts'
const DRAINS = 'apps/server/src/features/log-drains/killed-drain.test.ts'
const COPIES = 'packages/postgres-supervisor/src/embedded/copy.test.ts'

async function branches(args: string[]): Promise<number> {
  const status = await runNode([inRepository('scripts', 'chaos', 'branches.ts'), ...args])
  if (status !== 0) return status
  const rounds = String(Math.ceil(Number(args[0] ?? 100) / 10))
  return runTool('vitest', ['run', '--project', 'node', '-t', 'pages and indexes', COPIES], {
    BASALT_COPY_ROUNDS: rounds,
  })
}

/** How the kills are shared out: most at archives and backups, whose moments are many. */
const SHARES = { backups: 0.5, restores: 0.25, promotions: 0.25 }
const MOMENTS = 'packages/backups/src/moments.test.ts'
const RESTORES = 'apps/server/src/features/backups/killed-restore.test.ts'

async function killsOfBackups([count = '100']: string[]): Promise<number> {
  const total = Number(count)
  if (!(total > 0)) {
    console.error('Give the number of kills: npm run chaos -- backups kills 100')
    return 2
  }
  const part = (share: number) => String(Math.max(1, Math.round(total * share)))
  const seed = String(randomInt(1_000_000))
  const run = (file: string, variables: Record<string, string>) =>
    runTool('vitest', ['run', '--project', 'node', file], variables)
  console.log(
    `Kills: ${part(SHARES.backups)} of archives and backups, ${part(SHARES.restores)} of restores, ${part(SHARES.promotions)} of promotions. Seed ${seed}`,
  )
  return (
    (await run(MOMENTS, { BASALT_BACKUP_KILLS: part(SHARES.backups), BASALT_BACKUP_SEED: seed })) ||
    (await run(RESTORES, { BASALT_RESTORE_KILLS: part(SHARES.restores) })) ||
    kills('BASALT_PROMOTE_KILLS', PROMOTIONS, [part(SHARES.promotions)])
  )
}

/** Runs the tests of what kills a server, with that many more kills of each kind. */
async function kills(variable: string, tests: string, [count = '100']: string[]): Promise<number> {
  if (!(Number(count) > 0)) {
    console.error('Give the number of kills: npm run chaos -- logs 100')
    return 2
  }
  return runTool('vitest', ['run', '--project', 'node', '-t', 'killed', tests], { [variable]: count })
}

/** Runs a test with more rounds and another seed, by two variables of the environment that it reads. */
async function roundsOf(what: string, args: string[], file: string, variables: string): Promise<number> {
  const [rounds = 200, seed = randomInt(1_000_000)] = args.map(Number)
  if (!(rounds > 0 && Number.isInteger(seed))) {
    console.error(`Give the number of rounds, and a seed: npm run chaos -- ${what} 200 7`)
    return 2
  }
  console.log(`Seed ${seed}`)
  return runTool('vitest', ['run', '--project', 'node', file], {
    [`${variables}_ROUNDS`]: String(rounds),
    [`${variables}_SEED`]: String(seed),
  })
}

/** Runs every case of the tests that use `sampleOf`. */
function allCases(): Promise<number> {
  const sampled = globSync('{apps,packages}/*/src/**/*.test.ts', { cwd: repository }).filter((file) =>
    readFileSync(inRepository(file), 'utf8').includes('sampleOf('),
  )
  return runTool('vitest', ['run', '--project', 'node', ...sampled], { BASALT_ALL_CASES: '1' })
}
