import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { LOCK_FILE } from '@basalt/postgres-supervisor/embedded/layout.ts'
import { SUPERUSER, TEST_PORT_RANGE } from './server.rules.ts'

const PREFIX = 'basalt-test-postgres-'

export const makeRunDirectory = () => mkdtemp(join(tmpdir(), PREFIX))

/** Stops the servers of test runs that were killed. Runs in progress are left alone. */
export async function removeAbandonedRuns(): Promise<void> {
  const names = await readdir(tmpdir())
  for (const name of names.filter((candidate) => candidate.startsWith(PREFIX))) {
    await removeIfAbandoned(join(tmpdir(), name))
  }
}

async function removeIfAbandoned(dataDir: string): Promise<void> {
  // A directory without a lock belongs to a run that is just starting or ending.
  const { uid } = await stat(join(dataDir, LOCK_FILE)).catch(() => ({ uid: undefined }))
  if (uid !== process.getuid?.()) return
  try {
    // An engine takes over the servers it finds, and stops them when it is closed.
    const engine = await createEmbeddedEngine({
      dataDir,
      superuser: SUPERUSER,
      portRange: TEST_PORT_RANGE,
      log: () => {},
    })
    await engine.close()
  } catch {
    // Its lock is held by a run in progress.
    return
  }
  await rm(dataDir, { recursive: true, force: true })
}
