import {
  type ClientType,
  type ConnectMethod,
  clientTypes,
  connectMethods,
} from '@basalt/contract/connect/connect.rules.ts'
import type { Database } from '@basalt/contract/connect/connect.schema.ts'
import { databaseChoices } from '@basalt/contract/connect/database-choice.rules.ts'
import { READ_LAG_SECONDS } from '@basalt/contract/replicas/replica-lag.rules.ts'
import type { Option } from '../../../../ui/controls/option.ts'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { connectLinks } from '../connect-links.tsx'
import type { ConnectPanelProps } from '../connect-panel.ts'
import { chosenMethod, chosenType } from '../connect-search.rules.ts'
import { SettingsError } from '../SettingsError.tsx'
import { ConnectionPanel } from './ConnectionPanel.tsx'
import { type Connections, unavailableMethod } from './connections.rules.ts'
import { useConnections } from './use-connections.ts'

const typeOptions: readonly Option<ClientType>[] = clientTypes.map(({ id, label }) => ({ value: id, label }))

const poolerNames = { shared: 'Shared Pooler', dedicated: 'Dedicated Pooler' }

const methodOptions = (
  offered: readonly ConnectMethod[],
  connections: Connections,
): readonly Option<ConnectMethod>[] =>
  connectMethods
    .filter(({ id }) => offered.includes(id))
    .map(({ id, label }) => {
      const closed = unavailableMethod(id, connections)
      const pooler = connections[id]?.pooler
      return {
        value: id,
        label,
        ...(closed
          ? { description: closed.text, disabled: true }
          : pooler && { description: poolerNames[pooler] }),
      }
    })

/** The fields in the skeleton. */
const FIELDS = ['type', 'source', 'method']

/** The connection strings of a project's databases. */
export function StringsPanel({ projectRef, search, onSearchChange, onResetPassword }: ConnectPanelProps) {
  const { isPending, methods, data, ...failure } = useConnections(projectRef, search)
  if (isPending)
    return (
      <div role="status" aria-label="Loading the connection strings" className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-3">
          {FIELDS.map((field) => (
            <Skeleton key={field} className="h-14 rounded-md" />
          ))}
        </div>
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-24 rounded-md" />
        <Skeleton className="h-40 rounded-md" />
      </div>
    )
  if (!data) return <SettingsError {...failure} />
  const { database, databases, readSource, connections } = data
  const type = chosenType(search)
  const method = methodOf(search, methods, connections)
  const connection = connections[method]
  const closed = unavailableMethod(method, connections)
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Type">
          <Select
            options={typeOptions}
            value={type}
            onValueChange={(next) => onSearchChange({ type: next })}
          />
        </Field>
        <SourceField
          databases={databases}
          readSource={readSource}
          database={database}
          onSearchChange={onSearchChange}
        />
        {methods.length > 1 && (
          <Field label="Method">
            <Select
              options={methodOptions(methods, connections)}
              value={method}
              onValueChange={(next) => onSearchChange({ method: next })}
            />
          </Field>
        )}
      </div>
      {database === readSource && (
        <Callout title="Reads go to the replicas in turn">
          Replicas that are more than {READ_LAG_SECONDS} seconds behind are left out. When none is left, the
          primary answers. Nothing can be written either way.
        </Callout>
      )}
      {connection && (
        <ConnectionPanel
          key={`${database.identifier} ${method}`}
          projectRef={projectRef}
          identifier={database.identifier}
          connection={connection}
          alternative={method === 'transaction' ? connections.sharedTransaction : undefined}
          type={type}
          network={methods.length > 1 ? data : undefined}
          onResetPassword={onResetPassword}
        />
      )}
      {closed && <UnavailableMethod projectRef={projectRef} {...closed} />}
    </>
  )
}

/** The chosen method. Without a choice, that is the first that the source has. */
function methodOf(
  search: ConnectPanelProps['search'],
  methods: readonly ConnectMethod[],
  connections: Connections,
): ConnectMethod {
  const first = methods.find((id) => connections[id] !== undefined)
  return search.method === undefined && first !== undefined ? first : chosenMethod(search, methods)
}

/** Replaces the connection string of an unavailable method with the reason and the remedy. */
function UnavailableMethod({
  projectRef,
  text,
  isPoolMode,
}: {
  projectRef: string
  text: string
  isPoolMode: boolean
}) {
  return (
    <Callout tone="warning" title="This method is not available">
      {text}{' '}
      {isPoolMode ? (
        <TextLink render={connectLinks(projectRef).poolMode}>Change the pool mode</TextLink>
      ) : (
        'Choose another method.'
      )}
    </Callout>
  )
}

/** Selects one of a project's databases; hidden when there is only one. */
function SourceField({
  databases,
  readSource,
  database,
  onSearchChange,
}: {
  databases: readonly Database[]
  readSource: Database | undefined
  database: Database
  onSearchChange: ConnectPanelProps['onSearchChange']
}) {
  if (databases.length === 1) return null
  const primary = databases.find(({ database_type }) => database_type === 'PRIMARY')
  return (
    <Field label="Source">
      <Select
        options={[
          ...databaseChoices(databases).map(({ identifier, label, reason }) => ({
            value: identifier,
            label,
            ...(reason !== undefined && { description: reason, disabled: true }),
          })),
          ...(readSource ? [{ value: readSource.identifier, label: 'Read replicas in turn' }] : []),
        ]}
        value={database.identifier}
        // The primary needs no search param.
        onValueChange={(source) =>
          onSearchChange({ source: source === primary?.identifier ? undefined : source })
        }
      />
    </Field>
  )
}
