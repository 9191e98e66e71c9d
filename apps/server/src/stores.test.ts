import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeManifest } from './features/installation-backups/manifest.ts'
import { keyFingerprint, secretsWith } from './platform/secrets/secrets.ts'
import { openBackups } from './stores.ts'

test('two installations cannot have their backups in one folder, whichever of them is older than this rule', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'basalt-stores-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [one, two] = [randomBytes(32), randomBytes(32)]
  const open = (key: Buffer, place: string, isOnlyRead = false) =>
    openBackups({ backups: { folder: path.join(folder, place) } }, folder, {
      key,
      isSealing: true,
      isOnlyRead,
    })
  await open(one, 'new')
  await open(one, 'new')
  await expect(open(two, 'new')).rejects.toThrow(
    /new has the backups of another installation since .*Set BASALT_BACKUP_URL\.$/,
  )
  // As a restore reads it.
  await open(two, 'new', true)

  const older = await open(one, 'older')
  await writeManifest(
    older,
    randomUUID(),
    { keys: {}, settings: {}, ports: {} },
    { version: '1', key: keyFingerprint(one), secrets: secretsWith(one) },
  )
  await older.remove('installation/owner')
  await rm(path.join(folder, 'older', 'installation', 'owner'), { force: true })
  await expect(open(two, 'older')).rejects.toThrow('the backups of another installation')
  await open(one, 'older')
})
