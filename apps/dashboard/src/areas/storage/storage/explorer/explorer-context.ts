import { createContext, use } from 'react'
import type { ExplorerPreference } from '../preferences.ts'
import type { DroppedFiles } from '../uploads/dropped-files.ts'
import type { DropTargetStore } from './drop-target.ts'
import type { Entry } from './entry.rules.ts'
import type { BucketKey } from './explorer.queries.ts'
import type { Selection } from './selection.rules.ts'

/** What is being named: a new folder, or an entry that is renamed. */
export type Naming = { kind: 'new-folder'; folder: string } | { kind: 'rename'; entry: Entry }

export type ExplorerDialog =
  | { kind: 'delete'; entries: readonly Entry[] }
  | { kind: 'move'; entries: readonly Entry[] }
  | { kind: 'expiry'; entry: Entry }

/** The state and actions shared by all parts of the explorer. */
export interface ExplorerState {
  bucketKey: BucketKey
  isPublic: boolean
  /** Why the user may not change files; undefined when they may. */
  writeRefusal: string | undefined
  /** The deepest open folder. */
  path: string
  /** The path of the previewed file. */
  previewed: string | undefined
  search: string
  preference: ExplorerPreference
  selection: Selection
  naming: Naming | undefined
  /** Why the typed name is invalid; undefined while it is valid. */
  namingProblem: string | undefined
  dropTarget: DropTargetStore
  /** What gets the focus once a folder is displayed: the entry with this name, or else the first. */
  pendingFocus: { current: { folder: string; name?: string } | undefined }
  /** The paths of entries with an operation in progress. */
  busy: ReadonlySet<string>

  setPreference(change: Partial<ExplorerPreference>): void
  openFolder(path: string): void
  openFile(entry: Entry): void
  closePreview(): void
  setSearch(search: string): void
  select(selection: Selection): void
  startNaming(naming: Naming): void
  /** `isSubmitted` means Enter. An invalid name then keeps the field open; on blur it is discarded. */
  finishNaming(name: string, entries: readonly Entry[], isSubmitted: boolean): void
  cancelNaming(): void
  /** Called when the user corrects the name. */
  clearNamingProblem(): void
  openDialog(dialog: ExplorerDialog): void
  moveInto(entries: readonly Entry[], folder: string): void
  download(entries: readonly Entry[]): void
  /** Without `seconds`, copies the URL of a public file. */
  copyUrl(entry: Entry, seconds?: number): Promise<void>
  copyPath(entry: Entry): void
  upload(files: Promise<DroppedFiles>, folder: string): void
  chooseFiles(): void
  reload(): void
}

export const ExplorerContext = createContext<ExplorerState | undefined>(undefined)

export function useExplorer(): ExplorerState {
  const state = use(ExplorerContext)
  if (!state) throw new Error('useExplorer must be used within ExplorerContext')
  return state
}
