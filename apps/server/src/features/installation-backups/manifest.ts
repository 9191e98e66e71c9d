import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { INSTALLATION_FOLDER } from './installation-backups.rules.ts'

/** What an installation consists of beside its databases and files. */
export interface InstallationParts {
  /** The files in `keys/` by their names, without the key that all of this is sealed with. */
  keys: Record<string, string>
  /** The settings that were set, by the names of their environment variables. */
  settings: Record<string, string>
  /** The direct ports of the projects, by their refs. */
  ports: Record<string, number>
}

/** Stored beside each backup of the metadata. */
export interface Manifest {
  format: 1
  /** Of the program that wrote it. */
  version: string
  /** Of the key file, without which nothing of the installation can be read. */
  key: string
  /** The archive of the log from this backup on; absent while none is received. */
  log?: string
  /** The parts as JSON, sealed with that key, in base64. */
  sealed: string
}

const PREFIX = `${INSTALLATION_FOLDER}/manifest_`
const keyOf = (id: string) => `${PREFIX}${id}`

/** Whether a key of the store is that of a manifest, which is never encrypted as a whole. */
export const isManifest = (key: string) => key.startsWith(PREFIX)

export async function writeManifest(
  store: BlobStore,
  id: string,
  parts: InstallationParts,
  {
    version,
    key,
    log,
    secrets,
  }: { version: string; key: string; log?: string | undefined; secrets: Secrets },
): Promise<void> {
  const sealed = secrets.seal(JSON.stringify(parts)).toString('base64')
  const manifest: Manifest = { format: 1, version, key, ...(log !== undefined && { log }), sealed }
  await store.write(keyOf(id), once(Buffer.from(JSON.stringify(manifest))))
}

async function readManifest(store: BlobStore, id: string): Promise<Manifest | undefined> {
  const body = await store.read(keyOf(id))
  return body && (JSON.parse((await buffer(body)).toString()) as Manifest)
}

/** Throws when it was sealed with another key. */
export const openManifest = ({ sealed }: Manifest, secrets: Secrets) =>
  JSON.parse(secrets.open(Buffer.from(sealed, 'base64'))) as InstallationParts

/** The manifests in a store, by the ids of their backups. */
export async function readManifests(store: BlobStore): Promise<Map<string, Manifest>> {
  const found = new Map<string, Manifest>()
  for await (const { key } of store.list(INSTALLATION_FOLDER)) {
    if (!isManifest(key)) continue
    const id = key.slice(PREFIX.length)
    const manifest = await readManifest(store, id)
    if (manifest) found.set(id, manifest)
  }
  return found
}

export const removeManifest = (store: BlobStore, id: string) => store.remove(keyOf(id))

async function* once(bytes: Buffer) {
  yield bytes
}
