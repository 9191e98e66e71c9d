import type { Bucket } from '@basalt/contract/storage/buckets.schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { toast } from '../../../../ui/feedback/toast.ts'
import { useExplorerPreference } from '../preferences.ts'
import { dropAim } from './drop-aim.ts'
import type { Entry } from './entry.rules.ts'
import { type BucketPlace, refreshContents } from './explorer.queries.ts'
import type { ExplorerState, Naming, Question } from './explorer-context.ts'
import { joined, nameOf, parentOf } from './path.rules.ts'
import { nothingSelected, type Selection, withoutBelow } from './selection.rules.ts'
import { useExplorerActions } from './use-explorer-actions.ts'
import { useExplorerUpload } from './use-explorer-upload.ts'

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
  const [namingProblem, setNamingProblem] = useState<string>()
  const [aim] = useState(dropAim)
  const landing = useRef<{ folder: string; name?: string }>(undefined)
  const [question, ask] = useState<Question>()
  const [search, setSearch] = useState('')
  const fileInput = useRef<HTMLInputElement>(null)
  const actions = useExplorerActions(place)

  const go = (next: string, preview?: string) => given.onPlaceChange({ path: next, preview })

  const upload = useExplorerUpload(place, bucket.allowed_mime_types, given.onStorageSettings)

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
      // The user may leave the field; a toast says why the name was not applied.
      toast({ tone: 'critical', title: problem, id: 'name-problem', durationMs: 5000 })
      return startNaming(undefined)
    }
    startNaming(undefined)
    if (naming.kind === 'new-folder') return void actions.createFolder(naming.folder, name)
    const { entry } = naming
    const renamed = joined(parentOf(entry.path), name)
    // An open file or folder stays open under its new name, before anything of the old one is loaded again.
    const isRenamed = await actions.rename(entry, name, () => {
      if (previewed === entry.path) go(path, renamed)
      else if (entry.isFolder && (path === entry.path || path.startsWith(`${entry.path}/`)))
        go(renamed + path.slice(entry.path.length))
    })
    if (isRenamed) select((known) => new Map([...known].filter(([one]) => one !== entry.path)))
  }

  const state: ExplorerState = {
    place,
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
    aim,
    landing,
    setPreference: change,
    openFolder(next) {
      select(next === path ? nothingSelected : withoutBelow(selection, next))
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
    upload: (finding, folder) => void upload(finding, folder),
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
