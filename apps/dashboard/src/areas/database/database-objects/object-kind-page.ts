import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import type { ComponentType, ReactNode } from 'react'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import type { Icon } from '../../../ui/text/icon.ts'
import type { ObjectKindQueries } from './objects.queries.ts'
import type { FilterValues } from './objects-url.rules.ts'

/** An object in a list. */
export interface ListedObject {
  id: number
  name: string
}

/** An object as the server describes it. */
export interface DescribedObject {
  id: number
  /** Null for a kind without owners. */
  owner: string | null
  is_owned: boolean
  extension: string | null
  /** Why it cannot be changed here by anyone. */
  refusals: Record<'edit' | 'drop' | 'duplicate', string | null>
  fingerprint: string
  draft: { schema?: string; name: string; comment?: string | null }
}

export interface ObjectFormProps<Found> {
  projectRef: string
  /** For a new object, if its kind has schemas. */
  schema: string
  /** The object to change or to copy; undefined for a new one. */
  found: Found | undefined
  isCopy: boolean
  /** Why the member cannot save. */
  refusal: string | undefined
  /** With null, the change goes on in the background. */
  onSaved: (id: number | null) => void
  onClose: () => void
}

export interface ObjectDropProps<Found> {
  projectRef: string
  found: Found
  /** Why it cannot be dropped. */
  refusal: string | undefined
  onClose: () => void
}

export interface ObjectDetailsProps<Found> {
  projectRef: string
  found: Found
  /** Why the member cannot change objects of the schema. */
  refusal: string | undefined
  onClose: () => void
}

export interface ObjectFilterProps {
  projectRef: string
  schema: string
  filters: FilterValues
  /** Sets filters in the URL; undefined removes one. */
  onChange: (filters: FilterValues) => void
}

/** How a list is sorted, in words for both directions. */
export interface ObjectSort {
  /** As the list's query names it. */
  by: string
  asc: string
  desc: string
  /** The direction of the first click. */
  first: 'asc' | 'desc'
}

export interface ObjectColumn<Item> extends Omit<TableColumn<Item>, 'header' | 'cell'> {
  header: string
  cell: (item: Item, projectRef: string) => ReactNode
  sort?: ObjectSort
}

/** How the pages of one kind of objects look. */
export interface ObjectKindPage<Item extends ListedObject, Found extends DescribedObject> {
  /** As the contract names the kind. */
  object: ObjectChange['object']
  /** Are its objects in no schema, as extensions and roles? */
  isGlobal?: true
  /** Can objects be added in protected schemas, as policies and triggers on their tables? */
  isOpenInProtectedSchemas?: true
  icon: Icon
  title: string
  description: string
  /** Such as `type` and `types`. */
  one: string
  many: string
  queries: ObjectKindQueries<Item, Found>
  /** What tells an object of the list from others of the same name; its name by default. */
  labelOf?: (item: Item) => string
  /** Why this object of the list can be neither changed nor duplicated. */
  refusalOf?: (item: Item) => string | undefined
  /** What tells an object from others of the same name; its name by default. */
  titleOf?: (found: Found) => string
  /** Columns besides the name. */
  columns: readonly ObjectColumn<Item>[]
  /** What is shown above the list. */
  Banner?: ComponentType<{ projectRef: string; refusal: string | undefined }>
  /** Controls beside the search. */
  Filters?: ComponentType<ObjectFilterProps>
  /** Where an object is, for the line below the title of its sheet; its schema by default. */
  placeOf?: (found: Found) => string
  /** The SQL of an object that no draft can express; the plan that creates it from its draft by default. */
  definitionOf?: (found: Found) => string | undefined
  /** What the sheet of an object shows besides owner and description. */
  Details: ComponentType<ObjectDetailsProps<Found>>
  FormSheet: ComponentType<ObjectFormProps<Found>>
  /** Asks before an object is dropped, for a kind whose drop has choices of its own. */
  DropDialog?: ComponentType<ObjectDropProps<Found>>
}
