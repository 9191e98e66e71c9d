import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterFiles } from '../cluster/cluster-files.ts'
import { EngineError } from '../engine.ts'
import type { EngineContext } from './engine-context.ts'

/** The data of the first instance while the second one's moves. */
const AWAY = 'data.away'
/** In the second instance's folder: the exchange that was done last. */
const DONE = 'exchanged'

/**
 * Exchanges the data directories of two stopped instances. It consists of three renames, each of which leaves a state that
 * tells what comes next, so an interrupted exchange is finished by the same call.
 */
export async function exchangeData(
  { step }: Pick<EngineContext, 'step'>,
  one: ClusterFiles,
  two: ClusterFiles,
  token: string,
): Promise<void> {
  const away = join(two.folder, AWAY)
  const done = join(two.folder, DONE)
  const isDone = (await readFile(done, 'utf8').catch(() => '')) === token
  if (!isDone) {
    if (!(await isThere(away))) await rename(one.data, away)
    step('exchange:away')
    if (!(await isThere(one.data))) await rename(two.data, one.data)
    step('exchange:placed')
    await writeFile(`${done}.new`, token)
    await rename(`${done}.new`, done)
    step('exchange:done')
  }
  if (await isThere(away)) await rename(away, two.data)
}

export const mustBeStopped = (id: string) =>
  new EngineError('not_ready', `The database ${id} runs. Stop it before its data is exchanged.`)

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
