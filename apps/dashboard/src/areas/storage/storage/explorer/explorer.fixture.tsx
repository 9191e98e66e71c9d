import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { UiProvider } from '../../../../ui/UiProvider.tsx'
import { dropTargetStore } from './drop-target.ts'
import type { Entry } from './entry.rules.ts'
import { ExplorerContext, type ExplorerState } from './explorer-context.ts'
import { nameOf } from './path.rules.ts'
import { nothingSelected } from './selection.rules.ts'

export const anEntry = (path: string, over: Partial<Entry> = {}): Entry => ({
  path,
  name: nameOf(path),
  isFolder: false,
  id: path,
  size: 5,
  mimeType: 'text/plain',
  createdAt: null,
  updatedAt: null,
  accessedAt: null,
  state: 'ready',
  ...over,
})

/** An explorer whose actions are mocks. */
export const anExplorer = (over: Partial<ExplorerState> = {}): ExplorerState => ({
  bucketKey: { ref: 'abcdefghijklmnopqrst', bucket: 'files' },
  isPublic: false,
  writeRefusal: undefined,
  path: '',
  previewed: undefined,
  search: '',
  preference: { view: 'LIST', sortBy: 'name', sortByOrder: 'asc', sortBucket: 'name' },
  selection: nothingSelected,
  naming: undefined,
  namingProblem: undefined,
  dropTarget: dropTargetStore(),
  pendingFocus: { current: undefined },
  busy: new Set(),
  setPreference: vi.fn(),
  openFolder: vi.fn(),
  openFile: vi.fn(),
  closePreview: vi.fn(),
  setSearch: vi.fn(),
  select: vi.fn(),
  startNaming: vi.fn(),
  finishNaming: vi.fn(),
  cancelNaming: vi.fn(),
  clearNamingProblem: vi.fn(),
  openDialog: vi.fn(),
  moveInto: vi.fn(),
  download: vi.fn(),
  copyUrl: vi.fn(),
  copyPath: vi.fn(),
  upload: vi.fn(),
  chooseFiles: vi.fn(),
  reload: vi.fn(),
  ...over,
})

export const InExplorer = ({ state, children }: { state: ExplorerState; children: ReactNode }) => (
  <UiProvider>
    <ExplorerContext value={state}>{children}</ExplorerContext>
  </UiProvider>
)
