import { randomInt } from 'node:crypto'
import { runNode, runTool } from '../child.ts'
import { inRepository } from '../repository.ts'

/**
 * `npm run chaos -- [rounds] [projects]` injects faults into a running server, `npm run chaos -- webhooks` kills one that
 * delivers webhooks, `npm run chaos -- backups [rounds] [seed]` restores a database to random moments while everything is
 * killed, `npm run chaos -- merges [rounds] [seed]` merges random changes of both sides of a branch. Not part of `npm test`: they take minutes.
 */
export function chaos([what, ...rest]: string[]): Promise<number> {
  if (what === 'webhooks') return runNode([inRepository('scripts', 'chaos', 'webhooks.ts'), ...rest])
  if (what === 'backups')
    return roundsOf('backups', rest, 'packages/backups/src/moments.test.ts', 'BASALT_BACKUP')
  if (what === 'merges')
    return roundsOf('merges', rest, 'packages/merge/src/random-merges.test.ts', 'BASALT_MERGE')
  return runNode([
    inRepository('scripts', 'chaos', 'main.ts'),
    ...(what === undefined ? [] : [what]),
    ...rest,
  ])
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
