import { referentialActionNames } from '@basalt/contract/entities/entities.rules.ts'
import type {
  DiagramForeignKey,
  DiagramTable,
} from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import type { ReactNode } from 'react'
import type { BackReference } from './relations.rules.ts'

/** The foreign keys of a table and those that refer to it, as text. `linkTo` makes the name of a table a way to it. */
export function TableRelations({
  table,
  schema,
  back,
  linkTo,
}: {
  table: DiagramTable
  schema: string
  back: readonly BackReference[]
  linkTo: (id: number, name: string) => ReactNode
}) {
  return (
    <>
      <Keys title="References">
        {table.foreign_keys.map((key) => (
          <li key={key.name} className="wrap-anywhere">
            <Code>{key.columns.join(', ')}</Code> <Arrow sign="→" says="refers to" />{' '}
            {key.to.schema === schema ? (
              linkTo(key.to.id, key.to.name)
            ) : (
              <span>
                {key.to.schema}.{key.to.name}
              </span>
            )}{' '}
            <Code>({key.to_columns.join(', ')})</Code>
            <Actions of={key} />
          </li>
        ))}
      </Keys>
      <Keys title="Referenced by">
        {back.map(({ table: from, key }) => (
          <li key={`${from.id} ${key.name}`} className="wrap-anywhere">
            <Code>{key.to_columns.join(', ')}</Code> <Arrow sign="←" says="referenced by" />{' '}
            {linkTo(from.id, from.name)} <Code>({key.columns.join(', ')})</Code>
            <Actions of={key} />
          </li>
        ))}
      </Keys>
    </>
  )
}

/** Nothing without keys. */
const Keys = ({ title, children }: { title: string; children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <div className="flex flex-col gap-1">
      <p className="font-medium text-ink-muted text-xs">{title}</p>
      <ul className="flex flex-col gap-1 text-sm">{children}</ul>
    </div>
  )

const Arrow = ({ sign, says }: { sign: string; says: string }) => (
  <>
    <span aria-hidden>{sign}</span>
    <span className="sr-only">{says}</span>
  </>
)

const Code = ({ children }: { children: ReactNode }) => <span className="font-mono text-xs">{children}</span>

function Actions({ of: { on_delete, on_update } }: { of: DiagramForeignKey }) {
  const told = [
    ...(on_delete === 'a' ? [] : [`on delete ${referentialActionNames[on_delete]}`]),
    ...(on_update === 'a' ? [] : [`on update ${referentialActionNames[on_update]}`]),
  ]
  return told.length > 0 && <span className="block text-ink-muted text-xs">{told.join(' · ')}</span>
}
