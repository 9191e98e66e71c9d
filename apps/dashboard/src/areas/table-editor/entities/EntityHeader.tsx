import type { GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import type { ReactNode } from 'react'
import { EntityIcon } from './EntityIcon.port.tsx'

/** The name of a table above one of its views. `children` are controls at the end. */
export function EntityHeader({
  entity: { schema, name, type },
  children,
}: {
  entity: GridEntity
  children?: ReactNode
}) {
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-line border-b px-3 py-1.5">
      <EntityIcon kind={type} />
      <h1 className="min-w-0 flex-1 truncate font-medium text-sm" title={`${schema}.${name}`}>
        <span className="text-ink-faint">{schema}.</span>
        {name}
      </h1>
      {children}
    </header>
  )
}
