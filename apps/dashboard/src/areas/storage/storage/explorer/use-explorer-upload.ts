import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatBytes } from '../../../../lib/bytes.ts'
import { closeToast, toast } from '../../../../ui/feedback/toast.ts'
import { useExplorerPreference } from '../preferences.ts'
import { storageSettingsQueries } from '../settings/settings.queries.ts'
import type { FoundFiles } from '../uploads/dropped-files.ts'
import {
  type ChosenFile,
  sortedOut,
  TOO_LARGE_TOAST_MS,
  uploadable,
  withFreeNames,
  withNamesOfFolders,
} from '../uploads/upload.rules.ts'
import { uploadQueueOf } from '../uploads/upload-queue.queries.ts'
import { arrivingIn } from './arriving.rules.ts'
import { type BucketPlace, entriesIn, explorerCalls, explorerQueries } from './explorer.queries.ts'
import { joined } from './path.rules.ts'

/** Hands what somebody chose or dropped to the queue, and says what of it cannot be uploaded. */
export function useExplorerUpload(
  place: BucketPlace,
  allowedTypes: readonly string[] | null,
  onStorageSettings: () => void,
) {
  const client = useQueryClient()
  const { preference } = useExplorerPreference(place.ref)
  const { data: config } = useQuery(storageSettingsQueries.config(place.ref))

  /** The names in a folder that must be avoided: as far as it has been loaded, what is coming, and dropped folders. */
  const namesIn = async (folder: string, files: readonly ChosenFile[]) => {
    const view = { sort: { column: preference.sortBy, order: preference.sortByOrder }, search: '' }
    const known = await client.ensureInfiniteQueryData(explorerQueries.folder(place, folder, view))
    const arriving = arrivingIn(uploadQueueOf(client).getSnapshot(), place, folder, 0)
    const names = [...entriesIn(known), ...arriving].map(({ name }) => name)
    const { isFolderThere } = explorerCalls(place)
    return withNamesOfFolders(files, names, (name) => isFolderThere(joined(folder, name)))
  }

  return async (finding: Promise<FoundFiles>, folder: string) => {
    const retrieving = toast({ title: 'Retrieving items to upload...', lasting: true })
    const { files, unreadable } = await finding
    const { good, tooLarge, empty } = sortedOut(uploadable(files), config?.fileSizeLimit)
    const names = good.length === 0 ? [] : await namesIn(folder, good).catch(() => [])
    closeToast(retrieving)
    if (unreadable.length > 0) sayUnreadable(unreadable)
    if (tooLarge.length > 0) sayTooLarge(tooLarge.length, config?.fileSizeLimit ?? 0, onStorageSettings)
    if (empty.length > 0) sayEmpty(empty.length)
    if (files.length + unreadable.length === 0) sayNothing()
    if (good.length === 0) return
    const target = folder === '' ? '' : `${folder}/`
    uploadQueueOf(client).add({ ...place, folder: target, allowedTypes }, withFreeNames(good, names))
  }
}

const filesOf = (count: number) => (count === 1 ? '1 file' : `${count} files`)

function sayTooLarge(count: number, limit: number, onSettings: () => void) {
  toast({
    tone: 'critical',
    title: `Failed to upload ${filesOf(count)}`,
    description: `${count === 1 ? 'It is' : 'They are'} larger than ${formatBytes(limit)}, the limit of this project.`,
    durationMs: TOO_LARGE_TOAST_MS,
    action: { label: 'Storage Settings', onClick: onSettings },
  })
}

const sayEmpty = (count: number) =>
  toast({
    tone: 'critical',
    title: `Failed to upload ${filesOf(count)} as ${count === 1 ? 'its size is' : 'their sizes are'} 0`,
    durationMs: TOO_LARGE_TOAST_MS,
  })

/** How many of the paths are named. */
const NAMED_MAX = 3

function sayUnreadable(paths: readonly string[]) {
  const others = paths.length - NAMED_MAX
  const named = paths.slice(0, NAMED_MAX).join(', ') + (others > 0 ? ` and ${others} more` : '')
  toast({
    tone: 'critical',
    title: `Failed to read ${paths.length === 1 ? '1 item' : `${paths.length} items`}`,
    description: `The browser may not read ${named}. Everything else is uploaded.`,
    durationMs: TOO_LARGE_TOAST_MS,
  })
}

const sayNothing = () =>
  toast({
    title: 'There is nothing to upload',
    description: 'What you dropped has no files in it. Use “Create folder” for an empty folder.',
  })
