import type { AvailableExtension } from '@basalt/contract/database-objects/extensions/extensions.schema.ts'
import { UNAVAILABLE_EXTENSIONS } from '@basalt/contract/database-objects/extensions/unavailable-extensions.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Blocks } from 'lucide-react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Table } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { useChangeRefusal } from '../../../project/production-lock/production-lock.port.ts'
import { ListFrame } from '../ListFrame.tsx'
import { NoMatch } from '../NoMatch.tsx'
import { ObjectLink } from '../ObjectLink.tsx'
import { UnavailableHere } from '../UnavailableHere.port.tsx'
import { useListSearch } from '../use-list-search.ts'
import { DisableExtensionDialog } from './DisableExtensionDialog.tsx'
import { EnableExtensionDialog } from './EnableExtensionDialog.tsx'
import { ExtensionSheet } from './ExtensionSheet.tsx'
import { foundExtensions, foundUnavailable, switchRefusal } from './extension-list.rules.ts'
import { extensionQueries } from './extensions.queries.ts'
import type { ExtensionsSearch } from './extensions-url.rules.ts'
import { UpdateButton } from './UpdateButton.tsx'

/** The extensions of a database: those that can be enabled, and those that cannot, with the reason. */
export function ExtensionsPage({
  project: { ref, organization_slug: slug },
  search: { filter = '', panel, name },
}: {
  project: Project
  search: ExtensionsSearch
}) {
  const { go, typed } = useListSearch<ExtensionsSearch>(filter, 'filter')
  const refusal = useChangeRefusal(needs.runAnySql, { slug, ref })
  const list = useQuery(extensionQueries.list(ref))
  const chosen = list.data?.find((each) => each.name === name)
  const close = () => go({ panel: undefined, name: undefined }, true)
  const found = foundExtensions(list.data ?? [], filter)
  const unavailable = foundUnavailable(UNAVAILABLE_EXTENSIONS, filter)
  return (
    <ListFrame
      projectRef={ref}
      title="Extensions"
      description="Functions, types and index methods that ship with PostgreSQL."
      many="extensions"
      typed={typed}
      count={
        list.data && `${list.data.filter(({ id }) => id !== null).length} of ${list.data.length} enabled`
      }
    >
      {list.isPending ? (
        <TableSkeleton label="Loading extensions" columns={4} rows={8} />
      ) : list.isError && !list.data ? (
        <ErrorPanel
          title="Failed to load extensions"
          message={list.error.message}
          requestId={requestIdOf(list.error)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : found.length === 0 && unavailable.length === 0 ? (
        <NoMatch icon={Blocks} many="extensions" find={filter} onClear={() => typed.commitNow('')} />
      ) : (
        <>
          {found.length > 0 && (
            <ExtensionTable
              projectRef={ref}
              extensions={found}
              refusal={refusal}
              onOpen={(extension) =>
                go({ panel: extension.id === null ? 'enable' : 'disable', name: extension.name })
              }
            />
          )}
          {unavailable.length > 0 && <UnavailableHere what="extensions" rows={unavailable} />}
        </>
      )}
      {chosen && panel === 'view' && (
        <ExtensionSheet
          projectRef={ref}
          extension={chosen}
          refusal={refusal}
          onSwitch={() => go({ panel: chosen.id === null ? 'enable' : 'disable' }, true)}
          onClose={close}
        />
      )}
      {chosen && panel === 'enable' && chosen.id === null && (
        <EnableExtensionDialog projectRef={ref} extension={chosen} refusal={refusal} onClose={close} />
      )}
      {chosen && panel === 'disable' && chosen.id !== null && (
        <DisableExtensionDialog
          projectRef={ref}
          name={chosen.name}
          id={chosen.id}
          refusal={refusal}
          onClose={close}
        />
      )}
    </ListFrame>
  )
}

function ExtensionTable({
  projectRef: ref,
  extensions,
  refusal,
  onOpen,
}: {
  projectRef: string
  extensions: readonly AvailableExtension[]
  refusal: string | undefined
  onOpen: (extension: AvailableExtension) => void
}) {
  return (
    <Table
      label="Extensions"
      rows={extensions}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'name',
          header: 'Name',
          width: '30%',
          cell: ({ name, id, schema }) => (
            <span className="flex flex-wrap items-center gap-1.5 py-1">
              <ObjectLink name={name} />
              {id !== null && <Badge tone="success">Enabled</Badge>}
              {schema !== null && <span className="text-ink-muted text-xs">in {schema}</span>}
            </span>
          ),
        },
        {
          key: 'comment',
          header: 'Description',
          wideOnly: true,
          cell: ({ comment }) => <span className="line-clamp-2 text-ink-muted">{comment}</span>,
        },
        {
          key: 'version',
          header: 'Version',
          width: '9rem',
          wideOnly: true,
          cell: (extension) => (
            <span className="flex items-center gap-2">
              <span className="tabular-nums">{extension.installed_version ?? extension.default_version}</span>
              <UpdateButton projectRef={ref} extension={extension} refusal={refusal} />
            </span>
          ),
        },
        {
          key: 'actions',
          header: <span className="sr-only">Actions</span>,
          width: '6rem',
          align: 'end',
          cell: (extension) => {
            const isOn = extension.id !== null
            const reason = switchRefusal(extension, refusal)
            return (
              <Button
                size="sm"
                aria-label={`${isOn ? 'Disable' : 'Enable'} ${extension.name}`}
                onClick={() => onOpen(extension)}
                {...(reason !== undefined && { reason })}
              >
                {isOn ? 'Disable' : 'Enable'}
              </Button>
            )
          },
        },
      ]}
    />
  )
}
