import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { copyBlob } from '@basalt/object-store/copy-blob.ts'
import type { Config } from '../config.ts'
import { openDataDir } from '../data-dir.ts'
import {
  filesFolder,
  INSTALLATION_FOLDER,
} from '../features/installation-backups/installation-backups.rules.ts'
import { installationBackupStore } from '../features/installation-backups/installation-backups.store.ts'
import {
  type InstallationParts,
  openManifest,
  readManifests,
} from '../features/installation-backups/manifest.ts'
import { openFoundation, openMetadataEngine } from '../foundation.ts'
import { lockDataDir } from '../platform/data-dir-lock.ts'
import { restoreMetadataInstance } from '../platform/metadata/metadata-instance.ts'
import { projectSecrets } from '../platform/secrets/project-secrets.ts'
import { keyFileIn, keyFingerprint, readKeyFile, secretsWith, writeKey } from '../platform/secrets/secrets.ts'
import { checkSecretsKey } from '../platform/secrets/secrets-check.ts'
import { Shutdown } from '../platform/shutdown.ts'
import { StartError } from '../platform/start-error.ts'
import { openProjectEngine, readProjectMigrations } from '../project-engine.ts'
import { backupPlace, openBackups, openFiles } from '../stores.ts'
import { restoreMetadata } from './restored-metadata.ts'
import { restoreProject } from './restored-project.ts'
import { restoredRows } from './restored-rows.ts'
import { storedBackups } from './stored-backups.ts'
import { beginRestore, endRestore } from './unfinished-restore.ts'

/** The settings of the lost installation, in the restored data directory. */
const SETTINGS_FILE = 'restored-settings.env'

interface Restore {
  /** The settings that the next server starts with. */
  config: Config
  /** Where the backups are. */
  from: Pick<Config, 'backups'>
  /** A copy of the key file; that in the data directory unless stated. */
  keyFile: string | undefined
  print: (line: string) => void
}

/**
 * Builds a whole installation in an empty data directory: metadata, keys, each project's database from its newest backup and
 * the log since, and the bytes of files. A killed restore is begun again by the next call. Throws StartError with a
 * one-line message for people.
 */
export async function restoreInstallation({ config, from, keyFile, print }: Restore): Promise<void> {
  if (config.metadataUrl)
    throw new StartError(
      'An installation is restored with a metadata database of its own. Unset BASALT_METADATA_URL, and run this again.',
    )
  const shutdown = new Shutdown({ onError: (name, error) => print(`Closing ${name} failed: ${error}`) })
  try {
    const { path: dataDir, notice } = await openDataDir(config.dataDir)
    if (notice) print(notice)
    const lock = await lockDataDir(dataDir, '')
    shutdown.add('the lock on the data directory', lock.release)
    const key = readKeyIn(keyFile ?? keyFileIn(dataDir))
    const store = await openBackups(from, dataDir, {
      key,
      isSealing: config.encryptsBackups,
      isOnlyRead: true,
    })
    const place = backupPlace(from, dataDir)
    const { index, manifest } = await newestInstallation({ store, place, key, print })
    const parts = openManifest(manifest, secretsWith(key))
    await beginRestore(dataDir, place)
    await writeParts(dataDir, key, parts)
    print(`Restoring the installation from its backup of ${index.endedAt}.`)
    const engine = await openMetadataEngine(config, dataDir, () => undefined)
    try {
      const at = await restoreMetadata({ store, index, log: manifest.log, dataDir, print }, (options) =>
        restoreMetadataInstance(engine, key, options),
      )
      print(`Accounts and settings are as they were at ${at}.`)
    } finally {
      await engine.close()
    }
    await restoreContents({ config, store, place, dataDir, parts, shutdown, print })
    await endRestore(dataDir)
    print(`The installation is in ${dataDir}. Start it with "npm start".`)
    if (Object.keys(parts.settings).length > 0)
      print(`Its settings from before are in ${path.join(dataDir, SETTINGS_FILE)}.`)
  } finally {
    await shutdown.run()
  }
}

type Store = Awaited<ReturnType<typeof openBackups>>

/** Puts databases and files beside the restored metadata, and makes those say what is true. */
async function restoreContents({
  config,
  store,
  place,
  dataDir,
  parts,
  shutdown,
  print,
}: {
  config: Config
  store: Store
  place: string
  dataDir: string
  parts: InstallationParts
  shutdown: Shutdown
  print: (line: string) => void
}) {
  const { metadata, key } = await openFoundation(config, shutdown, { dataDir: { path: dataDir } })
  const secrets = secretsWith(key)
  await checkSecretsKey(metadata, secrets)
  const rows = restoredRows(metadata)
  await rows.settle(new Date())
  const engine = await openProjectEngine(config, dataDir, {
    projectMigrations: readProjectMigrations(),
    log: () => undefined,
  })
  shutdown.add('the databases of the projects', () => engine.close())
  const isSamePlace = backupPlace(config, dataDir) === place
  for (const { ref, name, status } of await rows.projects()) {
    const archives = (await rows.archivesOf(ref)).map((archive) => ({
      store,
      folder: `${ref}/${archive}`,
      unfinished: path.join(dataDir, 'wal', ref, archive),
      archive,
    }))
    const restored = await restoreProject(ref, {
      engine,
      archives,
      superuserPassword: await projectSecrets(metadata, secrets).read(ref, 'superuser_password'),
      port: parts.ports[ref],
      onProblem: (message) => print(`${name} (${ref}): ${message}`),
    })
    if (isSamePlace)
      await rows.knowBackups(
        ref,
        (restored?.backups ?? []).map(({ archive: { folder }, index }) => ({
          archive: folder.slice(ref.length + 1),
          index,
        })),
      )
    else await rows.forgetBackups(ref)
    if (restored) print(`${name} (${ref}): the database is as it was at ${restored.at}.`)
    else if (status === 'COMING_UP') print(`${name} (${ref}): is new, and its database is made at the start.`)
    else {
      await rows.isLost(ref, LOST)
      print(`${name} (${ref}): has no backup. ${LOST}`)
    }
  }
  if (!config.s3) await restoreFiles({ config, store, dataDir, refs: await refsOf(metadata), print })
  if (!isSamePlace)
    print(
      `New backups go to ${backupPlace(config, dataDir)}, and the earlier ones stay in ${place}. To go on with those, set BASALT_BACKUP_URL before you restore.`,
    )
}

const LOST =
  'It was newer than the last backup, so that its data is lost. Restore it to get an empty database, or delete it.'

const refsOf = async (metadata: Parameters<typeof installationBackupStore>[0]) =>
  (await installationBackupStore(metadata).refs()).flatMap(({ ref, isProject }) => (isProject ? [ref] : []))

async function restoreFiles({
  config,
  store,
  dataDir,
  refs,
  print,
}: {
  config: Config
  store: Store
  dataDir: string
  refs: readonly string[]
  print: (line: string) => void
}) {
  const files = await openFiles(config, dataDir)
  let count = 0
  for (const ref of refs) {
    const folder = filesFolder(ref)
    for await (const { key } of store.list(folder)) {
      await copyBlob({ store, key }, { store: files, key: `${ref}/${key.slice(folder.length + 1)}` })
      count += 1
    }
  }
  print(count === 1 ? '1 file is restored.' : `${count} files are restored.`)
}

function readKeyIn(file: string): Buffer {
  try {
    return readKeyFile(file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    throw new StartError(
      `There is no key file ${file}. Name your copy of secrets.key: npm run restore -- <folder or bucket> <key file>`,
      { cause },
    )
  }
}

/** The newest backup of the installation that can be read with this key. */
async function newestInstallation({
  store,
  place,
  key,
  print,
}: {
  store: Store
  place: string
  key: Buffer
  print: (line: string) => void
}) {
  const manifests = await readManifests(store)
  const needed = new Set([...manifests.values()].map((manifest) => manifest.key))
  if (needed.size > 0 && !needed.has(keyFingerprint(key)))
    throw new StartError(
      `The key file does not belong to the backups in ${place}: they need the one whose fingerprint is ${[...needed].join(' or ')}.`,
    )
  for (const index of await storedBackups(store, INSTALLATION_FOLDER, ({ message }) => print(message))) {
    const manifest = manifests.get(index.id)
    if (manifest?.key === keyFingerprint(key)) return { index, manifest }
  }
  throw new StartError(
    `There is no backup of an installation in ${place}. Name the folder or bucket that BASALT_BACKUP_URL named.`,
  )
}

async function writeParts(dataDir: string, key: Buffer, { keys, settings }: InstallationParts) {
  const file = keyFileIn(dataDir)
  if (!existsSync(file)) writeKey(dataDir, key)
  else if (!readKeyFile(file).equals(key))
    throw new StartError(`${file} is another key file than the one that was named. Move it away.`)
  const folder = path.dirname(file)
  for (const [name, text] of Object.entries(keys))
    await writeFile(path.join(folder, path.basename(name)), text, { mode: 0o600 })
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  if (lines.length > 0) await writeFile(path.join(dataDir, SETTINGS_FILE), lines.join(''), { mode: 0o600 })
}
