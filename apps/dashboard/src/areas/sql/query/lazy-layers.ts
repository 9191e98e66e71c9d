import { lateLayer } from '../../../ui/late-layer.tsx'

// Dialogs and notices load after the editor.

const isOpen = (props: { isOpen: boolean }) => props.isOpen

export const ConfirmRun = lateLayer(
  () => import('./run/ConfirmRun.tsx').then((module) => module.ConfirmRun),
  isOpen,
)

export const RunningQueriesSheet = lateLayer(
  () => import('./run/RunningQueriesSheet.tsx').then((module) => module.RunningQueriesSheet),
  isOpen,
)

export const OpenTablesNotice = lateLayer(
  () => import('./open-tables/OpenTablesNotice.tsx').then((module) => module.OpenTablesNotice),
  ({ snapshot }) => snapshot.state === 'done',
)
