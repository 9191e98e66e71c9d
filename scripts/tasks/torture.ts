import { randomInt } from 'node:crypto'
import { runTool } from '../child.ts'
import { build } from './build.ts'
import { haveChromium } from './chromium-set-up.ts'
import { PLAYWRIGHT_TEST } from './e2e.ts'
import { testFolder } from './test-folder.ts'

/**
 * `npm run torture -- [times] [seed]`: repeats the browser stories in which servers are killed, browsers compete and
 * processors are slow, each time with other random choices. `npm test` runs each once, with fewer rounds.
 */
export async function torture(args: string[]): Promise<number> {
  const [times = 5, seed = randomInt(1_000_000)] = args.map(Number)
  if (!(times > 0 && Number.isInteger(seed))) {
    console.error('Give how often the stories are repeated, and the first seed: npm run torture -- 5 7')
    return 2
  }
  if (!haveChromium() || (await build()) !== 0) return 1
  console.log(`Seeds from ${seed}`)
  return runTool('playwright', [...PLAYWRIGHT_TEST, '--grep=@torture', `--repeat-each=${times}`], {
    ...testFolder(),
    BASALT_TORTURE_SEED: String(seed),
  })
}
