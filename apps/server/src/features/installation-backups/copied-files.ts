import type { BlobStore } from '@basalt/object-store/blob-store.ts'
import { copyBlob } from '@basalt/object-store/copy-blob.ts'
import { filesFolder } from './installation-backups.rules.ts'
import type { InstallationBackupStore } from './installation-backups.store.ts'

interface Deps {
  rows: Pick<InstallationBackupStore, 'refs' | 'copied' | 'forget' | 'missing' | 'removed'>
  /** The bytes of the projects' files. */
  files: BlobStore
  /** Where backups go. */
  backups: BlobStore
  now: () => Date
}

/**
 * Copies the bytes of all files to where the backups are: new ones only, because bytes never change. The copy of a file
 * that is gone stays for some days, so that a storage whose disk is missing does not take its copies along.
 */
export async function copyFiles(
  { rows, files, backups, now }: Deps,
  { signal, onCopied }: { signal: AbortSignal; onCopied?: (count: number) => void },
): Promise<void> {
  let copied = 0
  for (const { ref, isProject } of await rows.refs()) {
    const folder = filesFolder(ref)
    const held = new Set<string>()
    for await (const { key } of backups.list(folder)) held.add(key.slice(folder.length + 1))
    let count = 0
    for await (const { key } of files.list(ref)) {
      signal.throwIfAborted()
      count += 1
      const name = key.slice(ref.length + 1)
      if (held.delete(name)) continue
      // A file that was deleted meanwhile has nothing to copy.
      await copyBlob({ store: files, key }, { store: backups, key: `${folder}/${name}` })
      onCopied?.(++copied)
    }
    const expired = await rows.missing(ref, [...held])
    for (const name of expired) {
      signal.throwIfAborted()
      await backups.remove(`${folder}/${name}`)
      await rows.removed(ref, name)
    }
    if (isProject || count > 0 || held.size > expired.length) await rows.copied(ref, count, now())
    else await rows.forget(ref)
  }
}
