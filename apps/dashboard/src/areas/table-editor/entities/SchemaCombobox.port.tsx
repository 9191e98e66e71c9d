import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import type { ComponentProps } from 'react'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { useSchemaSearch } from './use-schema-search.ts'

/** Chooses a schema in a form. The server finds those that match what is typed. */
export function SchemaCombobox({
  projectRef,
  value,
  isForChanges = false,
  also,
  ...rest
}: {
  projectRef: string
  value: string
  /** Leaves out schemas in which members create nothing. */
  isForChanges?: boolean
  /** A schema that is offered nevertheless. */
  also?: string
} & Omit<
  ComponentProps<typeof Combobox<string>>,
  'options' | 'value' | 'onSearch' | 'emptyText' | 'hasMore'
>) {
  const { list, names, isSearching, onSearch } = useSchemaSearch(projectRef)
  const offered = names.filter(
    (name) => !isForChanges || !isProtectedSchema(name) || name === value || name === also,
  )
  return (
    <Combobox
      {...rest}
      options={offered.map((name) => ({ value: name, label: name }))}
      value={value}
      onSearch={onSearch}
      hasMore={list.hasNextPage}
      emptyText={
        list.isError
          ? `Failed to load schemas. ${list.error.message}`
          : isSearching
            ? 'Loading…'
            : 'No matches'
      }
    />
  )
}
