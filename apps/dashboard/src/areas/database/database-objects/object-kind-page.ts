import type { InfiniteData, UseInfiniteQueryOptions, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import type { Icon } from '../../../ui/text/icon.ts'
import type { ObjectList } from './objects.queries.ts'

/** An object in a list. */
export interface ListedObject {
  id: number
  name: string
}

/** An object as the server describes it. */
export interface DescribedObject {
  id: number
  owner: string
  is_owned: boolean
  extension: string | null
  fingerprint: string
  draft: { schema: string; name: string; comment: string | null }
}

export interface ObjectsOnPage<Item> {
  objects: Item[]
  count: number
  next_cursor: string | null
}

export interface ObjectFormProps<Found> {
  projectRef: string
  /** For a new object. */
  schema: string
  /** The object to change or to copy; undefined for a new one. */
  found: Found | undefined
  isCopy: boolean
  /** Why the member cannot save. */
  refusal: string | undefined
  onSaved: (id: number | null) => void
  onClose: () => void
}

/** How the pages of one kind of objects look. */
export interface ObjectKindPage<Item extends ListedObject, Found extends DescribedObject> {
  /** As the contract names the kind. */
  object: 'enumerated_type'
  icon: Icon
  title: string
  description: string
  /** Such as `type` and `types`. */
  one: string
  many: string
  list: (
    ref: string,
    list: ObjectList,
  ) => UseInfiniteQueryOptions<
    ObjectsOnPage<Item>,
    Error,
    InfiniteData<ObjectsOnPage<Item>>,
    readonly unknown[],
    string | null
  >
  describe: (ref: string, id: number) => UseQueryOptions<Found, Error, Found, readonly unknown[]>
  /** Columns besides the name. */
  columns: readonly TableColumn<Item>[]
  /** What the sheet of an object shows besides owner and description. */
  Details: ComponentType<{ projectRef: string; found: Found }>
  FormSheet: ComponentType<ObjectFormProps<Found>>
}
