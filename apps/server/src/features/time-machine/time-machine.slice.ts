import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import type { Backups } from '../backups/backups.port.ts'
import type { Ledger } from '../ledger/ledger.port.ts'
import { pastSessions } from './past-sessions.ts'
import { timeMachineRoutes } from './time-machine.routes.ts'
import { type PastBranches, timeMachineService } from './time-machine.service.ts'
import { timeMachineStore } from './time-machine.store.ts'

interface Needs {
  backups: Pick<Backups, 'pastData' | 'restorePoint'>
  branches: PastBranches
  findBranch(ref: string): Promise<Branch | undefined>
  ledger: Pick<Ledger, 'recorded'>
}

/** Past moments of projects as read-only branches, and the way back of their rows and tables. */
export function timeMachineSlice(
  { gates, metadata, databases }: Platform,
  { backups, branches, findBranch, ledger }: Needs,
): Slice {
  const service = timeMachineService({
    store: timeMachineStore(metadata),
    sessions: pastSessions(databases),
    backups,
    branches,
    findBranch,
    recorded: ledger.recorded,
  })
  return { routes: (app) => app.register(timeMachineRoutes({ gates, service })) }
}
