import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { NO_PANEL, type PanelSearch } from './panel-url.port.ts'
import type { TablePanelsProps } from './TablePanels.tsx'

/** Loaded when a panel is opened, or when the browser is idle. */
const Panels = lazyLayer<TablePanelsProps & { isOpen: boolean }>(
  async () => {
    const { TablePanels } = await import('./TablePanels.tsx')
    return function OpenPanel({ isOpen, ...props }) {
      return isOpen && <TablePanels key={`${props.panel} ${props.tableId} ${props.column}`} {...props} />
    }
  },
  ({ isOpen }) => isOpen,
)

/** The panel that the URL names, over whatever a page shows of tables. */
export function TablePanelOutlet({
  project,
  schema,
  openId,
  search: { panel, table, column },
  onCreated,
  onDropped,
}: {
  project: Project
  schema: string
  /** The oid of the table that is open. */
  openId: number | undefined
  search: PanelSearch
  /** Called with the table that was created, instead of closing the panel. */
  onCreated?: (id: number, schema: string) => void
  /** Called when the table that is open was dropped, instead of closing the panel. */
  onDropped?: () => void
}) {
  const { ref } = project
  const navigate = useNavigate()
  const refusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  if (!can('query', project.status)) return null
  const close = () =>
    void navigate({
      to: '.',
      search: (known) => ({ ...known, ...NO_PANEL }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Panels
      isOpen={panel !== undefined}
      projectRef={ref}
      panel={panel ?? 'new'}
      schema={schema}
      tableId={panel === 'new' ? undefined : (table ?? openId)}
      column={column}
      refusal={refusal}
      onCreated={onCreated ?? close}
      onDropped={(id) => (id === openId && onDropped ? onDropped() : close())}
      onClose={close}
    />
  )
}
