import type { ForeignServers } from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { DropServerDialog } from './DropServerDialog.tsx'
import { ImportTablesSheet } from './ImportTablesSheet.tsx'
import { LoginDialog } from './LoginDialog.tsx'
import { ServerSheet } from './ServerSheet.tsx'
import type { WrappersSearch } from './wrappers-url.rules.ts'

/** What the address has open over the list of servers. */
export function ServerPanels({
  projectRef,
  found,
  search: { panel, server: name },
  onClose,
}: {
  projectRef: string
  found: ForeignServers
  search: WrappersSearch
  onClose: () => void
}) {
  const server = found.servers.find((one) => one.name === name)
  if (panel === 'new')
    return (
      <ServerSheet
        projectRef={projectRef}
        server={undefined}
        isEnabled={found.is_enabled}
        allowsPrivate={found.allows_private_networks}
        onClose={onClose}
      />
    )
  if (!server) return null
  const props = { projectRef, server, onClose }
  switch (panel) {
    case 'edit':
      return (
        <ServerSheet
          {...props}
          key={server.id}
          isEnabled={found.is_enabled}
          allowsPrivate={found.allows_private_networks}
        />
      )
    case 'login':
      return <LoginDialog {...props} key={server.id} roles={found.roles} />
    case 'import':
      return <ImportTablesSheet {...props} key={server.id} />
    case 'drop':
      return <DropServerDialog {...props} key={server.id} />
    default:
      return null
  }
}
