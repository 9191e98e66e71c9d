import type { Bucket } from '@basalt/contract/storage/buckets.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { useExplorerPreference } from '../preferences.ts'
import { dropTargetStore } from './drop-target.ts'
import type { Entry } from './entry.rules.ts'
import { type BucketKey, refreshContents } from './explorer.queries.ts'
import type { ExplorerDialog, ExplorerState, Naming } from './explorer-context.ts'
import { joined, nameOf, parentOf } from './path.rules.ts'
import { deselectedBelow, nothingSelected, type Selection } from './selection.rules.ts'
import { useExplorerActions } from './use-explorer-actions.ts'
import { useExplorerUpload } from './use-explorer-upload.ts'

export interface ExplorerProps {
  projectRef: string
  bucket: Bucket
  writeRefusal: string | undefined
  /** The open folder and the previewed file, which live in the URL. */
  path: string
  previewed: string | undefined
  onPlaceChange(place: { path: string; preview: string | undefined }): void
  onStorageSettings(): void
}

/** The shared state of the explorer, and its open dialog. */
export function useExplorerState({ projectRef: ref, bucket, path, previewed, ...given }: ExplorerProps) {
  const client = useQueryClient()
  const bucketKey: BucketKey = useMemo(() => ({ ref, bucket: bucket.id }), [ref, bucket.id])
  const { preference, change } = useExplorerPreference(ref)
  const [selection, select] = useState<Selection>(nothingSelected)
  const [naming, setNaming] = useState<Naming>()
  const [namingProblem, setNamingProblem] = useState<string>()
  const [dropTarget] = useState(dropTargetStore)
  const pendingFocus = useRef<{ folder: string; name?: string }>(undefined)
  const [dialog, openDialog] = useState<ExplorerDialog>()
  const [search, setSearch] = useState('')
  const fileInput = useRef<HTMLInputElement>(null)
  const actions = useExplorerActions(bucketKey)

  const go = (next: string, preview?: string) => given.onPlaceChange({ path: next, preview })

  const upload = useExplorerUpload(bucketKey, bucket.allowed_mime_types, given.onStorageSettings)

  const startNaming = (next: Naming | undefined) => {
    setNaming(next)
    setNamingProblem(undefined)
  }

  const finishNaming = async (typed: string, entries: readonly Entry[], isSubmitted: boolean) => {
    if (!naming) return
    const name = typed.trim()
    const isUnchanged = naming.kind === 'rename' && name === naming.entry.name
    if (name === '' || isUnchanged) return startNaming(undefined)
    const problem = actions.nameProblem(name, naming, entries)
    if (problem) {
      if (isSubmitted) return setNamingProblem(problem)
      // On blur the field closes; a toast says why the name was not applied.
      toast({ tone: 'critical', title: problem, id: 'name-problem', durationMs: 5000 })
      return startNaming(undefined)
    }
    startNaming(undefined)
    if (naming.kind === 'new-folder') return void actions.createFolder(naming.folder, name)
    const { entry } = naming
    const renamed = joined(parentOf(entry.path), name)
    // An open file or folder stays open under its new name, before its old path is refetched.
    const isRenamed = await actions.rename(entry, name, () => {
      if (previewed === entry.path) go(path, renamed)
      else if (entry.isFolder && (path === entry.path || path.startsWith(`${entry.path}/`)))
        go(renamed + path.slice(entry.path.length))
    })
    if (isRenamed) select((current) => new Map([...current].filter(([one]) => one !== entry.path)))
  }

  const state: ExplorerState = {
    bucketKey,
    isPublic: bucket.public,
    writeRefusal: given.writeRefusal,
    path,
    previewed,
    search,
    preference,
    selection,
    naming,
    namingProblem,
    busy: actions.busy,
    dropTarget,
    pendingFocus,
    setPreference: change,
    openFolder(next) {
      select(next === path ? nothingSelected : deselectedBelow(selection, next))
      startNaming(undefined)
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
    startNaming,
    finishNaming: (...ended) => void finishNaming(...ended),
    cancelNaming: () => startNaming(undefined),
    clearNamingProblem: () => setNamingProblem(undefined),
    openDialog,
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
    reload: () => void refreshContents(client, bucketKey),
  }

  /** Deletes the entries and leaves a deleted folder or preview. */
  const remove = async (entries: readonly Entry[]) => {
    await actions.remove(entries)
    select(nothingSelected)
    const isDeleted = (one: string) =>
      entries.some((entry) => one === entry.path || (entry.isFolder && one.startsWith(`${entry.path}/`)))
    const folder = entries.find((entry) => entry.isFolder && isDeleted(path))
    go(folder ? parentOf(folder.path) : path)
  }
  return { state, dialog, closeDialog: () => openDialog(undefined), remove, fileInput }
}
