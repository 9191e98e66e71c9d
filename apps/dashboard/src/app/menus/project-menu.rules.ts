import { Activity, Blocks, SquareFunction } from 'lucide-react'
import { authLine } from '../../areas/auth/auth.menu.ts'
import { apiDocsLine } from '../../areas/connect/connect.menu.ts'
import { advisorsLine } from '../../areas/database/advisors.menu.ts'
import { databaseLine } from '../../areas/database/database.menu.ts'
import { logsLine } from '../../areas/logs/logs.menu.ts'
import { overviewLine, settingsLine } from '../../areas/project/project.menu.ts'
import { reportsLine } from '../../areas/reports/reports.menu.ts'
import { sqlLine } from '../../areas/sql/sql.menu.ts'
import { storageLine } from '../../areas/storage/storage.menu.ts'
import { tableEditorLine } from '../../areas/table-editor/table-editor.menu.ts'
import { given, type MenuContext, type MenuGroup, type RailEntry } from './menu.port.ts'

/**
 * The sections of a project in the order of the left rail: tools, products, the rest, settings. While a project is
 * coming up, every line but the settings links to the overview.
 */
export function projectMenu(context: MenuContext): readonly MenuGroup<RailEntry>[] {
  const { edition, offers, status } = context
  const tools = [overviewLine, tableEditorLine, sqlLine(context)]
  const products = [
    databaseLine(context),
    ...given(offers('project_auth:all'), authLine(context)),
    ...given(offers('project_storage:all'), storageLine),
    ...given(offers('project_edge_function:all'), functionsLine),
    ...given(offers('realtime:all'), realtimeLine),
  ]
  const others = [
    advisorsLine(context),
    ...given(edition === 'platform' && offers('reports:all'), reportsLine),
    logsLine(context),
    apiDocsLine(context),
    integrationsLine,
  ]
  const groups = [tools, products, others].map((entries) => ({
    entries: status === 'COMING_UP' ? entries.map(toOverview) : entries,
  }))
  return [...groups, { entries: [settingsLine(context)] }]
}

const toOverview = ({ opens: _, ...entry }: RailEntry): RailEntry => ({ ...entry, leadsTo: '/project/$ref' })

// Planned sections. Each moves into its area once it has pages.

const functionsLine: RailEntry = {
  key: 'functions',
  label: 'Edge Functions',
  icon: SquareFunction,
  letter: 'f',
  route: '/project/$ref/functions',
}
const realtimeLine: RailEntry = {
  key: 'realtime',
  label: 'Realtime',
  icon: Activity,
  letter: 'r',
  route: '/project/$ref/realtime/inspector',
}
const integrationsLine: RailEntry = {
  key: 'integrations',
  label: 'Integrations',
  icon: Blocks,
  letter: 'n',
  route: '/project/$ref/integrations',
}
