import { createContext, use } from 'react'
import type { ExplorerPreference } from '../preferences.ts'
import type { FoundFiles } from '../uploads/dropped-files.ts'
import type { DropAim } from './drop-aim.ts'
import type { Entry } from './entry.rules.ts'
import type { BucketPlace } from './explorer.queries.ts'
import type { Selection } from './selection.rules.ts'

/** What is being named: a new folder in a folder, or an entry that gets another name. */
export type Naming = { kind: 'new-folder'; folder: string } | { kind: 'rename'; entry: Entry }

export type Question =
  | { kind: 'delete'; entries: readonly Entry[] }
  | { kind: 'move'; entries: readonly Entry[] }
  | { kind: 'expiry'; entry: Entry }

/** What every part of the explorer may know and do. */
export interface ExplorerState {
  place: BucketPlace
  isPublic: boolean
  /** Why nothing may be changed; undefined when it may. */
  writeRefusal: string | undefined
  /** The deepest folder that is open. */
  path: string
  /** The file that is looked at. */
  previewed: string | undefined
  search: string
  preference: ExplorerPreference
  selection: Selection
  naming: Naming | undefined
  /** Why the typed name is invalid; undefined while it is valid. */
  namingProblem: string | undefined
  /** The target under a drag. */
  aim: DropAim
  /** What gets the focus once a folder is shown: its first entry, or the named one. */
  landing: { current: { folder: string; name?: string } | undefined }
  /** Paths that something is happening to. */
  busy: ReadonlySet<string>

  setPreference(change: Partial<ExplorerPreference>): void
  openFolder(path: string): void
  openFile(entry: Entry): void
  closePreview(): void
  setSearch(search: string): void
  select(selection: Selection): void
  startNaming(naming: Naming): void
  /** `isSubmitted` when the person pressed Enter; leaving the field is no reason to keep them in it. */
  finishNaming(name: string, entries: readonly Entry[], isSubmitted: boolean): void
  cancelNaming(): void
  /** Called when the user corrects the name. */
  clearNamingProblem(): void
  ask(question: Question): void
  moveInto(entries: readonly Entry[], folder: string): void
  download(entries: readonly Entry[]): void
  /** Without seconds the address of a public file. */
  copyUrl(entry: Entry, seconds?: number): Promise<void>
  copyPath(entry: Entry): void
  upload(files: Promise<FoundFiles>, folder: string): void
  chooseFiles(): void
  reload(): void
}

export const ExplorerContext = createContext<ExplorerState | undefined>(undefined)

export function useExplorer(): ExplorerState {
  const state = use(ExplorerContext)
  if (!state) throw new Error('This belongs into an explorer')
  return state
}
