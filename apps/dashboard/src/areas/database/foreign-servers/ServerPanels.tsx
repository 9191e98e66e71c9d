import type { ForeignServers } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { requestIdOf } from '../../../api/api-error.ts'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { DropServerDialog } from './DropServerDialog.tsx'
import { foreignServerQueries } from './foreign-servers.queries.ts'
import { ImportTablesSheet } from './ImportTablesSheet.tsx'
import { LoginDialog } from './LoginDialog.tsx'
import { ServerSheet } from './ServerSheet.tsx'
import { type FilePanel, filePanels, type ServerPanel, type WrappersSearch } from './wrappers-url.rules.ts'

interface Props {
  projectRef: string
  /** What is true of all servers. */
  found: Pick<ForeignServers, 'is_enabled' | 'allows_private_networks'>
  onClose: () => void
}

/** What the address has open over the list of servers. */
export function ServerPanels({
  search: { panel, server: name },
  ...props
}: Props & { search: WrappersSearch }) {
  const { projectRef, found, onClose } = props
  if (panel === 'new')
    return (
      <ServerSheet
        projectRef={projectRef}
        server={undefined}
        original={undefined}
        isEnabled={found.is_enabled}
        allowsPrivate={found.allows_private_networks}
        onClose={onClose}
      />
    )
  if (panel === undefined || name === undefined || isOfFile(panel)) return null
  return <PanelOfServer {...props} panel={panel} name={name} />
}

const isOfFile = (panel: NonNullable<WrappersSearch['panel']>): panel is FilePanel =>
  filePanels.some((one) => one === panel)

/** The server may be on a page of the list that is not loaded. */
function PanelOfServer({
  projectRef,
  found,
  panel,
  name,
  onClose,
}: Props & { panel: Exclude<ServerPanel, 'new'>; name: string }) {
  const { data: server, error, isFetching, refetch } = useQuery(foreignServerQueries.one(projectRef, name))
  if (!server && error)
    return (
      <Sheet
        open
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={<span className="wrap-anywhere">{name}</span>}
      >
        <SheetBody>
          <ErrorPanel
            title="Failed to load the server"
            message={error.message}
            requestId={requestIdOf(error)}
            onRetry={refetch}
            retrying={isFetching}
          />
        </SheetBody>
      </Sheet>
    )
  if (!server) return null
  const props = { projectRef, server, onClose }
  switch (panel) {
    case 'edit':
    case 'duplicate':
      return (
        <ServerSheet
          {...props}
          key={`${server.id} ${panel}`}
          server={panel === 'edit' ? server : undefined}
          original={panel === 'edit' ? undefined : server}
          isEnabled={found.is_enabled}
          allowsPrivate={found.allows_private_networks}
        />
      )
    case 'login':
      return <LoginDialog {...props} key={server.id} />
    case 'import':
      return <ImportTablesSheet {...props} key={server.id} />
    case 'drop':
      return <DropServerDialog {...props} key={server.id} />
  }
}
