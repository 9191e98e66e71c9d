import {
  type ClientType,
  type ConnectMethod,
  clientTypes,
  connectMethods,
} from '@basalt/contract/connect/connect.rules.ts'
import type { Option } from '../../../../ui/controls/option.ts'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import type { ConnectPanelProps } from '../connect-panel.ts'
import { chosenMethod, chosenType } from '../connect-search.rules.ts'
import { SettingsError } from '../SettingsError.tsx'
import { ClosedWay } from './ClosedWay.tsx'
import { ConnectionPanel } from './ConnectionPanel.tsx'
import { SourceField } from './SourceField.tsx'
import { useWays } from './use-ways.ts'
import { closedWay, type Ways } from './ways.rules.ts'

const typeOptions: readonly Option<ClientType>[] = clientTypes.map(({ id, label }) => ({ value: id, label }))

const poolerNames = { shared: 'Shared Pooler', dedicated: 'Dedicated Pooler' }

const methodOptions = (offered: readonly ConnectMethod[], ways: Ways): readonly Option<ConnectMethod>[] =>
  connectMethods
    .filter(({ id }) => offered.includes(id))
    .map(({ id, label }) => {
      const closed = closedWay(id, ways)
      const pooler = ways[id]?.pooler
      return {
        value: id,
        label,
        ...(closed
          ? { description: closed.text, disabled: true }
          : pooler && { description: poolerNames[pooler] }),
      }
    })

/** The skeleton shows as many as there are to choose from. */
const FIELDS = ['type', 'source', 'method']

/** The connection strings of a project's databases. */
export function StringsPanel({ projectRef, search, onSearchChange, onResetPassword }: ConnectPanelProps) {
  const { isPending, methods, data, ...asked } = useWays(projectRef, search)
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
  if (!data) return <SettingsError {...asked} />
  const { database, databases, ways } = data
  const type = chosenType(search)
  const method = chosenMethod(search, methods)
  const way = ways[method]
  const closed = closedWay(method, ways)
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
        <SourceField databases={databases} database={database} onSearchChange={onSearchChange} />
        {methods.length > 1 && (
          <Field label="Method">
            <Select
              options={methodOptions(methods, ways)}
              value={method}
              onValueChange={(next) => onSearchChange({ method: next })}
            />
          </Field>
        )}
      </div>
      {way && (
        <ConnectionPanel
          key={`${database.identifier} ${method}`}
          projectRef={projectRef}
          identifier={database.identifier}
          way={way}
          alternative={method === 'transaction' ? ways.sharedTransaction : undefined}
          type={type}
          network={methods.length > 1 ? data : undefined}
          onResetPassword={onResetPassword}
        />
      )}
      {closed && <ClosedWay projectRef={projectRef} {...closed} />}
    </>
  )
}
