import type { Bucket } from '@basalt/contract/storage/buckets.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { closeToast, toast } from '../../../ui/toast.ts'
import { useExplorerPreference } from '../preferences.ts'
import { storageSettingsQueries } from '../settings/settings.queries.ts'
import { sortedOut, TOO_LARGE_TOAST_MS, uploadable, withFreeNames } from '../uploads/upload.rules.ts'
import { uploadQueueOf } from '../uploads/upload-queue.queries.ts'
import { arrivingIn } from './arriving.rules.ts'
import type { Entry } from './entry.rules.ts'
import { type BucketPlace, entriesIn, explorerQueries, refreshContents } from './explorer.queries.ts'
import type { ExplorerState, FoundFiles, Naming, Question } from './explorer-context.ts'
import { joined, nameOf, parentOf } from './path.rules.ts'
import { nothingSelected, type Selection, withoutBelow } from './selection.rules.ts'
import { useExplorerActions } from './use-explorer-actions.ts'

export interface ExplorerPlace {
  projectRef: string
  bucket: Bucket
  writeRefusal: string | undefined
  /** In the URL: the folder that is open, and the file that is looked at. */
  path: string
  previewed: string | undefined
  onPlaceChange(place: { path: string; preview: string | undefined }): void
  onStorageSettings(): void
}

/** All that the parts of the explorer share, and the questions that are being asked. */
export function useExplorerState({ projectRef: ref, bucket, path, previewed, ...given }: ExplorerPlace) {
  const client = useQueryClient()
  const place: BucketPlace = useMemo(() => ({ ref, bucket: bucket.id }), [ref, bucket.id])
  const { preference, change } = useExplorerPreference(ref)
  const [selection, select] = useState<Selection>(nothingSelected)
  const [naming, setNaming] = useState<Naming>()
  const [question, ask] = useState<Question>()
  const [search, setSearch] = useState('')
  const fileInput = useRef<HTMLInputElement>(null)
  const actions = useExplorerActions(place)
  const { data: config } = useQuery(storageSettingsQueries.config(ref))

  const go = (next: string, preview?: string) => given.onPlaceChange({ path: next, preview })

  /** The names that are known to be in a folder, for finding others that are free. */
  const namesIn = async (folder: string) => {
    const view = { sort: { column: preference.sortBy, order: preference.sortByOrder }, search: '' }
    return entriesIn(await client.fetchInfiniteQuery(explorerQueries.folder(place, folder, view))).map(
      ({ name }) => name,
    )
  }

  const upload = async (finding: Promise<FoundFiles>, folder: string) => {
    const retrieving = toast({ title: 'Retrieving items to upload...', lasting: true })
    const found = await finding.catch((error: Error) => {
      toast({ tone: 'critical', title: 'Failed to upload files', description: error.message })
      return []
    })
    closeToast(retrieving)
    const { good, tooLarge, empty } = sortedOut(uploadable(found), config?.fileSizeLimit)
    if (tooLarge.length > 0) sayTooLarge(tooLarge.length, config?.fileSizeLimit ?? 0, given.onStorageSettings)
    if (empty.length > 0) sayEmpty(empty.length)
    if (good.length === 0) return
    const names = await namesIn(folder).catch(() => [])
    const queue = uploadQueueOf(client)
    const arriving = arrivingIn(queue.getSnapshot(), place, folder, 0).map(({ name }) => name)
    queue.add(
      { ...place, folder: folder === '' ? '' : `${folder}/`, allowedTypes: bucket.allowed_mime_types },
      withFreeNames(good, [...names, ...arriving]),
    )
  }

  const finishNaming = async (typed: string, entries: readonly Entry[], isSubmitted: boolean) => {
    if (!naming) return
    const name = typed.trim()
    const isUnchanged = naming.kind === 'rename' && name === naming.entry.name
    if (name === '' || isUnchanged) return setNaming(undefined)
    const problem = actions.nameProblem(name, naming, entries)
    if (problem) {
      toast({ tone: 'critical', title: problem, id: 'name-problem', durationMs: 5000 })
      if (!isSubmitted) setNaming(undefined)
      return
    }
    setNaming(undefined)
    if (naming.kind === 'new-folder') return void actions.createFolder(naming.folder, name)
    const { entry } = naming
    const renamed = joined(parentOf(entry.path), name)
    if (!(await actions.rename(entry, name))) return
    select((known) => new Map([...known].filter(([one]) => one !== entry.path)))
    // Whoever looks at it, or into it, goes on doing so.
    if (previewed === entry.path) go(path, renamed)
    else if (entry.isFolder && (path === entry.path || path.startsWith(`${entry.path}/`)))
      go(renamed + path.slice(entry.path.length))
  }

  const state: ExplorerState = {
    place,
    isPublic: bucket.public,
    writeRefusal: given.writeRefusal,
    ...{ path, previewed, search, preference, selection, naming, busy: actions.busy },
    setPreference: change,
    openFolder(next) {
      select(next === path ? nothingSelected : withoutBelow(selection, next))
      setNaming(undefined)
      go(next)
    },
    openFile({ path: file }) {
      select(nothingSelected)
      go(preference.view === 'COLUMNS' ? parentOf(file) : path, file)
    },
    closePreview: () => go(path),
    setSearch,
    select(next) {
      select(next)
      if (previewed !== undefined) go(path)
    },
    startNaming: setNaming,
    finishNaming: (...ended) => void finishNaming(...ended),
    cancelNaming: () => setNaming(undefined),
    ask,
    moveInto: (entries, folder) =>
      void actions.move(entries, folder).then((isMoved) => {
        if (!isMoved) return
        select(nothingSelected)
        const open = entries.find((one) => one.isFolder && `${path}/`.startsWith(`${one.path}/`))
        if (open) go(joined(folder, nameOf(open.path)) + path.slice(open.path.length))
      }),
    download(entries) {
      const [only] = entries
      if (entries.length === 1 && only && !only.isFolder) void actions.downloadFile(only)
      else void actions.downloadArchive(entries)
    },
    copyUrl: actions.copyUrl as ExplorerState['copyUrl'],
    copyPath: (entry) => void actions.copyPath(entry),
    upload: (files, folder) => void upload(files, folder),
    chooseFiles: () => fileInput.current?.click(),
    reload: () => void refreshContents(client, place),
  }

  /** What is deleted is not looked at any more, nor is one in it. */
  const remove = async (entries: readonly Entry[]) => {
    await actions.remove(entries)
    select(nothingSelected)
    const isGone = (one: string) =>
      entries.some((entry) => one === entry.path || (entry.isFolder && one.startsWith(`${entry.path}/`)))
    const folder = entries.find((entry) => entry.isFolder && isGone(path))
    go(folder ? parentOf(folder.path) : path)
  }
  return { state, question, closeQuestion: () => ask(undefined), remove, fileInput }
}

function sayTooLarge(count: number, limit: number, onSettings: () => void) {
  const what = count === 1 ? '1 file' : `${count} files`
  toast({
    tone: 'critical',
    title: `Failed to upload ${what}`,
    description: `${count === 1 ? 'It is' : 'They are'} larger than ${formatBytes(limit)}, the limit of this project.`,
    durationMs: TOO_LARGE_TOAST_MS,
    action: { label: 'Storage Settings', onClick: onSettings },
  })
}

const sayEmpty = (count: number) =>
  toast({
    tone: 'critical',
    title: `Failed to upload ${count === 1 ? '1 file as its size is 0' : `${count} files as their sizes are 0`}`,
    durationMs: TOO_LARGE_TOAST_MS,
  })
