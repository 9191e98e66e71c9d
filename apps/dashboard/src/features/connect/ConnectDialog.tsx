import { type ClientType, clientTypes } from '@basalt/contract/connect/connect.rules.ts'
import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { requestIdOf } from '../../api/api-error.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogBody } from '../../ui/DialogBody.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Field } from '../../ui/Field.tsx'
import type { Option } from '../../ui/option.ts'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ConnectionPanel } from './ConnectionPanel.tsx'
import { connectQueries } from './connect.queries.ts'
import { type ConnectSearch, chosenSource, chosenType } from './connect-search.rules.ts'

interface Props {
  projectRef: string
  search: ConnectSearch
  onSearchChange: (change: ConnectSearch) => void
  onResetPassword: () => void
  close: () => void
  /** A dialog that was opened from this one: only inside of it is it above it, for screen readers too. */
  children?: ReactNode
}

/** How to reach a project's database from a program. The address of the page says what it shows. */
export function ConnectDialog(props: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.close()}
      title="Connect to your project via connection string"
      description="Get the connection string and environment variables for your app."
      size="lg"
    >
      <DialogBody>
        <Connections {...props} />
      </DialogBody>
      {props.children}
    </Dialog>
  )
}

const typeOptions: readonly Option<ClientType>[] = clientTypes.map(({ id, label }) => ({ value: id, label }))

function Connections({ projectRef, search, onSearchChange, onResetPassword }: Props) {
  const databases = useQuery(connectQueries.databases(projectRef))
  if (databases.isPending) return <Skeleton className="h-80 rounded-md" />
  const database = databases.data && chosenSource(search, databases.data)
  if (!database)
    return (
      <ErrorPanel
        title="Failed to retrieve database settings"
        message={databases.error?.message ?? 'The project has no database.'}
        requestId={requestIdOf(databases.error)}
        onRetry={databases.refetch}
        retrying={databases.isFetching}
      />
    )
  const type = chosenType(search)
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Type">
          <Select
            options={typeOptions}
            value={type}
            onValueChange={(next) => onSearchChange({ type: next })}
          />
        </Field>
        <Source databases={databases.data} database={database} onSearchChange={onSearchChange} />
      </div>
      <ConnectionPanel
        key={database.identifier}
        projectRef={projectRef}
        database={database}
        type={type}
        onResetPassword={onResetPassword}
      />
    </>
  )
}

/** A choice only where there is one. */
function Source({
  databases,
  database,
  onSearchChange,
}: {
  databases: readonly Database[]
  database: Database
  onSearchChange: Props['onSearchChange']
}) {
  if (databases.length === 1) return null
  const [primary] = databases
  return (
    <Field label="Source">
      <Select
        options={databases.map(({ identifier, database_type, region }) => ({
          value: identifier,
          label: database_type === 'PRIMARY' ? 'Primary database' : `Read replica (${region})`,
        }))}
        value={database.identifier}
        onValueChange={(source) =>
          onSearchChange(source === primary?.identifier ? { source: undefined } : { source })
        }
      />
    </Field>
  )
}
