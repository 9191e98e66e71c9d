import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { signal } from '@basalt/postgres-supervisor/process/process-table.ts'
import { postgresProcessesIn } from '@basalt/postgres-supervisor/process/working-directories.ts'
import { sharedTemplatesDir } from '@basalt/testing/postgres/shared-templates.ts'
import { portsOfWorker } from '@basalt/testing/worker-ports.ts'

const SUPERUSER = 'basalt_admin'
const PASSWORD = 'metadata for one test'
const ID = 'metadata'

export type OwnMetadata = Awaited<ReturnType<typeof startOwnMetadata>>

/**
 * A metadata database for one test, which can be stopped, killed, frozen and restarted.
 * @param folder where its files are, when they need their own disk
 */
export async function startOwnMetadata(folder: string | undefined = undefined) {
  const root = mkdtempSync(path.join(folder ?? tmpdir(), 'basalt-metadata-'))
  chmodSync(root, 0o711)
  const engine = await createEmbeddedEngine({
    dataDir: root,
    templatesDir: folder === undefined ? sharedTemplatesDir() : path.join(root, 'templates'),
    superuser: SUPERUSER,
    portRange: portsOfWorker({ first: 20_000, last: 20_999 }, 20),
    settings: { fsync: 'off', log_statement: 'none' },
    log: () => undefined,
  })
  await engine.create(ID, { superuserPassword: PASSWORD })
  const { host, port } = await engine.start(ID)
  const send = async (name: NodeJS.Signals) => {
    for (const pid of await postgresProcessesIn(path.join(root, 'instances', ID, 'data'))) signal(pid, name)
  }
  return {
    url: `postgresql://${SUPERUSER}:${PASSWORD}@${host}:${port}/postgres`,
    stop: () => engine.stop(ID),
    start: async () => void (await engine.start(ID)),
    disk: () => engine.disk(),
    /** All processes keep their connections but do not answer. */
    freeze: () => send('SIGSTOP'),
    /** The engine restarts it. */
    kill: () => send('SIGKILL'),
    thaw: () => send('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await send('SIGCONT')
      await engine.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
