import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatBytes } from '../../../../lib/bytes.ts'
import { closeToast, toast } from '../../../../ui/feedback/toast.ts'
import { useExplorerPreference } from '../preferences.ts'
import { storageSettingsQueries } from '../settings/settings.queries.ts'
import type { DroppedFiles } from '../uploads/dropped-files.ts'
import {
  type ChosenFile,
  classifyFiles,
  existingNames,
  TOO_LARGE_TOAST_MS,
  uploadable,
  withUniqueNames,
} from '../uploads/upload.rules.ts'
import { uploadQueueOf } from '../uploads/upload-queue.queries.ts'
import { type BucketKey, entriesIn, explorerCalls, explorerQueries } from './explorer.queries.ts'
import { joined } from './path.rules.ts'
import { pendingEntriesIn } from './pending-entries.rules.ts'

/** Returns a function that queues chosen or dropped files, and reports those that cannot be uploaded. */
export function useExplorerUpload(
  bucketKey: BucketKey,
  allowedTypes: readonly string[] | null,
  onStorageSettings: () => void,
) {
  const client = useQueryClient()
  const { preference } = useExplorerPreference(bucketKey.ref)
  const { data: config } = useQuery(storageSettingsQueries.config(bucketKey.ref))

  /** The names to avoid in a folder: its loaded entries, pending uploads, and folders that exist on the server. */
  const namesIn = async (folder: string, files: readonly ChosenFile[]) => {
    const view = { sort: { column: preference.sortBy, order: preference.sortByOrder }, search: '' }
    const loaded = await client.ensureInfiniteQueryData(explorerQueries.folder(bucketKey, folder, view))
    const pending = pendingEntriesIn(uploadQueueOf(client).getSnapshot(), bucketKey, folder, 0)
    const names = [...entriesIn(loaded), ...pending].map(({ name }) => name)
    const { folderExists } = explorerCalls(bucketKey)
    return existingNames(files, names, (name) => folderExists(joined(folder, name)))
  }

  return async (dropped: Promise<DroppedFiles>, folder: string) => {
    const retrieving = toast({ title: 'Retrieving items to upload...', lasting: true })
    const { files, unreadable } = await dropped
    const { good, tooLarge, empty } = classifyFiles(uploadable(files), config?.fileSizeLimit)
    const names = good.length === 0 ? [] : await namesIn(folder, good).catch(() => [])
    closeToast(retrieving)
    if (unreadable.length > 0) toastUnreadable(unreadable)
    if (tooLarge.length > 0) toastTooLarge(tooLarge.length, config?.fileSizeLimit ?? 0, onStorageSettings)
    if (empty.length > 0) toastEmpty(empty.length)
    if (files.length + unreadable.length === 0) toastNothing()
    if (good.length === 0) return
    const target = folder === '' ? '' : `${folder}/`
    uploadQueueOf(client).add({ ...bucketKey, folder: target, allowedTypes }, withUniqueNames(good, names))
  }
}

const filesOf = (count: number) => (count === 1 ? '1 file' : `${count} files`)

function toastTooLarge(count: number, limit: number, onSettings: () => void) {
  toast({
    tone: 'critical',
    title: `Failed to upload ${filesOf(count)}`,
    description: `${count === 1 ? 'It exceeds' : 'They exceed'} the project limit of ${formatBytes(limit)}.`,
    durationMs: TOO_LARGE_TOAST_MS,
    action: { label: 'Storage Settings', onClick: onSettings },
  })
}

const toastEmpty = (count: number) =>
  toast({
    tone: 'critical',
    title: `Failed to upload ${filesOf(count)} as ${count === 1 ? 'its size is' : 'their sizes are'} 0`,
    durationMs: TOO_LARGE_TOAST_MS,
  })

/** The most paths that are listed. */
const NAMED_MAX = 3

function toastUnreadable(paths: readonly string[]) {
  const others = paths.length - NAMED_MAX
  const named = paths.slice(0, NAMED_MAX).join(', ') + (others > 0 ? ` and ${others} more` : '')
  toast({
    tone: 'critical',
    title: `Failed to read ${paths.length === 1 ? '1 item' : `${paths.length} items`}`,
    description: `The browser cannot read ${named}. All other files are uploaded.`,
    durationMs: TOO_LARGE_TOAST_MS,
  })
}

const toastNothing = () =>
  toast({
    title: 'Nothing to upload',
    description: 'The dropped items contain no files. Use “Create folder” to add an empty folder.',
  })
