import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isInProduction } from '../cluster/control-file.ts'
import { EngineError } from '../engine.ts'
import type { Postmaster } from '../process/postmaster.ts'

const PROMOTE_TIMEOUT_MS = 60_000
const PROMOTE_POLL_MS = 10

/**
 * Makes a running standby a server that is written to, once it has replayed what it received. No login is needed, so it
 * also works when roles are unknown. @throws EngineError not_ready
 */
export async function promoteServer(postmaster: Postmaster, data: string): Promise<void> {
  // As pg_ctl does: the server looks for this file when it gets the signal, and removes it.
  await writeFile(join(data, 'promote'), '')
  postmaster.signal('SIGUSR1')
  const deadline = Date.now() + PROMOTE_TIMEOUT_MS
  while (postmaster.isAlive && Date.now() < deadline) {
    if (await isInProduction(data)) return
    await sleep(PROMOTE_POLL_MS)
  }
  throw new EngineError(
    'not_ready',
    postmaster.isAlive
      ? `The replica was not promoted within ${PROMOTE_TIMEOUT_MS / 1000} seconds. Try again.`
      : 'The replica stopped while it was promoted. Try again.',
  )
}
