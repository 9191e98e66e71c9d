import { lazyLayer } from '../../../ui/lazy-layer.tsx'

// Dialogs and notices load after the editor.

const isOpen = (props: { isOpen: boolean }) => props.isOpen

export const ConfirmRun = lazyLayer(
  () => import('./run/ConfirmRun.tsx').then((module) => module.ConfirmRun),
  isOpen,
)

export const RunningQueriesSheet = lazyLayer(
  () => import('./run/RunningQueriesSheet.tsx').then((module) => module.RunningQueriesSheet),
  isOpen,
)

export const WaitingForBackup = lazyLayer(
  () => import('./run/WaitingForBackup.tsx').then((module) => module.WaitingForBackup),
  ({ snapshot }) => snapshot.waitsForWayBack,
)

export const OpenTablesNotice = lazyLayer(
  () => import('./open-tables/OpenTablesNotice.tsx').then((module) => module.OpenTablesNotice),
  ({ snapshot }) => snapshot.state === 'done',
)
