import { benchAdvisors } from './advisors.ts'
import { benchAuth } from './auth.ts'
import { benchBackups } from './backups.ts'
import { benchBranches } from './branches.ts'
import { benchCreation } from './creation.ts'
import { benchDashboard } from './dashboard.ts'
import { benchDataApi } from './data-api.ts'
import { benchDatabaseImport } from './database-import.ts'
import { benchDatabasePages } from './database-pages.ts'
import { benchExplorer } from './explorer.ts'
import { benchExport } from './export.ts'
import { benchGateway } from './gateway.ts'
import { benchGrid } from './grid.ts'
import { benchIdle } from './idle.ts'
import { benchLists } from './lists.ts'
import { benchLogs } from './logs.ts'
import { benchQuery } from './query.ts'
import { benchReplicas } from './replicas.ts'
import { benchRestores } from './restores.ts'
import { benchResults } from './results.ts'
import { benchSampling } from './sampling.ts'
import { benchStart } from './start.ts'
import { benchManyAwake } from './start-many.ts'
import { benchStorage } from './storage/storage.ts'
import { benchTableEditor } from './table-editor.ts'
import { benchTableTransfer } from './table-transfer.ts'
import { benchTyping } from './typing.ts'
import { benchWake } from './wake.ts'

const benches = {
  start: benchStart,
  'start-many': benchManyAwake,
  creation: benchCreation,
  branches: benchBranches,
  replicas: benchReplicas,
  backups: benchBackups,
  restores: benchRestores,
  wake: benchWake,
  query: benchQuery,
  results: benchResults,
  grid: benchGrid,
  'table-editor': benchTableEditor,
  export: benchExport,
  'table-transfer': benchTableTransfer,
  'database-import': benchDatabaseImport,
  'database-pages': benchDatabasePages,
  advisors: benchAdvisors,
  typing: benchTyping,
  idle: benchIdle,
  lists: benchLists,
  logs: benchLogs,
  sampling: benchSampling,
  storage: benchStorage,
  explorer: benchExplorer,
  dashboard: benchDashboard,
  gateway: benchGateway,
  'data-api': benchDataApi,
  auth: benchAuth,
}

const requested = process.argv[2]
if (requested !== undefined && !(requested in benches)) {
  console.error(
    `There is no bench ${requested}. Choose one of ${Object.keys(benches).join(', ')}, or none for all.`,
  )
  process.exit(2)
}
for (const [name, bench] of Object.entries(benches))
  if (requested === undefined || requested === name) await bench(process.argv[3])
