import type { EnumeratedType } from '@basalt/contract/database-objects/enumerated-types/enumerated-types.schema.ts'
import { Link } from '@tanstack/react-router'
import { TextLink } from '../../../ui/text/TextLink.tsx'

/** Where a type is used. */
export function ColumnsOfType({
  projectRef: ref,
  found: { columns, has_more_columns },
}: {
  projectRef: string
  found: Pick<EnumeratedType, 'columns' | 'has_more_columns'>
}) {
  return (
    <section aria-label="Used by" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Columns of this type</h3>
      {columns.length === 0 ? (
        <p className="text-ink-muted text-sm">No column has this type.</p>
      ) : (
        <ul className="flex flex-col gap-1 text-sm">
          {columns.map(({ id, schema, table, column }) => (
            <li key={`${schema}.${table} ${column}`} className="wrap-anywhere">
              {id === null ? (
                `${schema}.${table}`
              ) : (
                <TextLink
                  render={
                    <Link
                      to="/project/$ref/editor/$tableId"
                      params={{ ref, tableId: String(id) }}
                      search={{ schema }}
                    />
                  }
                >
                  {schema}.{table}
                </TextLink>
              )}{' '}
              <span className="font-mono text-xs">{column}</span>
            </li>
          ))}
          {has_more_columns && <li className="text-ink-muted">and more</li>}
        </ul>
      )}
    </section>
  )
}
