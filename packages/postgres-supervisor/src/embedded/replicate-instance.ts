import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scramVerifier } from '@basalt/postgres-wire/scram/scram-verifier.ts'
import pg from 'pg'
import { readBootId } from '../boot-id.ts'
import { type ClusterFiles, giveClusterTo } from '../cluster/cluster-files.ts'
import { isDurable } from '../cluster/configuration.ts'
import { sayShutDownInRecovery } from '../cluster/control-file.ts'
import { type CopyWatch, copyRunning, type RunningCluster } from '../cluster/copy-running.ts'
import { STANDBY_SIGNAL } from '../cluster/sealed.ts'
import { attachStatements } from '../cluster/standby.ts'
import { markUnsynced } from '../cluster/unsynced.ts'
import type { ReplicationStep } from '../engine.ts'
import { detachStatements, replicationName } from '../replica-on-primary.ts'
import { assembleInstance } from './assemble-instance.ts'
import { refuseWithoutRoom } from './disk-room.ts'
import type { EngineContext } from './engine-context.ts'

/**
 * Creates a stopped instance that follows a running one from its start on: a complete one, or none. The primary keeps the
 * log that it needs.
 */
export async function replicateInstance(
  context: EngineContext,
  id: string,
  target: ClusterFiles,
  options: {
    primary: { id: string } & RunningCluster
    sharesBlocks: boolean
    /** Called once the primary has the role that the replica logs in as. */
    admit: () => Promise<void>
    onStep: (step: ReplicationStep) => void
  } & Pick<CopyWatch, 'copiers' | 'signal' | 'onProgress'>,
): Promise<void> {
  const { accounts, allocations, layout, step } = context
  const { primary, sharesBlocks, admit, onStep, ...watch } = options
  const password = randomBytes(24).toString('base64url')
  await assembleInstance(context, id, target, {
    needs: 'a replica needs as much space as its primary',
    fill: async (files) => {
      if (!sharesBlocks) await refuseWithoutRoom(layout.unfinished, primary.data)
      allocations.remember(id, { ...allocations.of(id), standby: { of: primary.id, password } })
      await onPrimary(primary, [
        ...detachStatements(id),
        ...attachStatements(replicationName(id), await scramVerifier(password)),
      ])
      try {
        await admit()
        onStep('launched')
        const { released } = await copyRunning(primary, files.data, {
          ...watch,
          owner: accounts.template,
          isStandby: true,
          isSynced: false,
          withoutSlotMs: context.timings.copyWithoutSlotMs,
          step: (done) => {
            step(done)
            if (done === 'copy:backup') onStep('initiated')
            if (done === 'copy:log') onStep('copied')
          },
        })
        await released
        await writeFile(join(files.data, STANDBY_SIGNAL), '', { mode: 0o600 })
        await giveClusterTo(files, accounts.template)
        if (isDurable(context.options.settings)) await deferSync(files)
      } catch (error) {
        // A primary that is down keeps them, as the caller knows.
        await onPrimary(primary, detachStatements(id)).catch(() => undefined)
        throw error
      }
    },
  })
}

/**
 * Lets the replica start before its files are on disk. Until they are, a mark says so, for the case that power fails. Where
 * nothing tells whether it did, the first start syncs them.
 */
async function deferSync({ folder, data }: ClusterFiles): Promise<void> {
  const bootId = await readBootId()
  if (bootId === undefined) return
  await markUnsynced(folder, bootId)
  await sayShutDownInRecovery(data)
}

async function onPrimary({ login }: RunningCluster, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ ...login, database: 'postgres', application_name: 'basalt replica' })
  // The statement that fails reports the end of the connection.
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
