import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { NO_PANEL, type PanelSearch } from './panel-url.rules.ts'
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

/** The panel that the URL names, over whatever the table editor shows. */
export function TablePanelOutlet({
  project,
  schema,
  openId,
  search: { panel, table, column },
}: {
  project: Project
  schema: string
  /** The oid of the table that is open. */
  openId: number | undefined
  search: PanelSearch
}) {
  const { ref } = project
  const navigate = useNavigate()
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.runAnySql, { slug: project.organization_slug, ref }),
  )
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
      onCreated={(id, created) =>
        void navigate({
          to: '/project/$ref/editor/$tableId',
          params: { ref, tableId: String(id) },
          search: { schema: created },
        })
      }
      onDropped={(id) =>
        id === openId
          ? void navigate({ to: '/project/$ref/editor', params: { ref }, search: { schema }, replace: true })
          : close()
      }
      onClose={close}
    />
  )
}
