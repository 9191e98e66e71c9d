import {
  applyObjectChange,
  planObjectChange,
} from '@basalt/contract/database-objects/object-changes.endpoints.ts'
import type { ObjectChange } from '@basalt/contract/database-objects/object-changes.schema.ts'
import type { AnyEndpoint, Input, Output } from '@basalt/contract/endpoint.ts'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { tableKeys } from '../../table-editor/entities/table-keys.queries.ts'
import type { FilterValues } from './objects-url.rules.ts'

/** Which part of a list of objects. */
export interface ObjectList {
  /** Undefined for a kind without schemas. */
  schema?: string
  search: string
  /** The default of the kind if undefined. */
  sort?: string
  order: 'asc' | 'desc'
  filters: FilterValues
}

export interface ObjectsOnPage<Item> {
  objects: Item[]
  count: number
  next_cursor: string | null
}

type ItemOf<Listing> = Output<Listing> extends ObjectsOnPage<infer Item> ? Item : never

export type ObjectKindQueries<Item, Found> = ReturnType<typeof kindQueries<Item, Found>>

export const objectQueries = {
  /** Below the key of tables' definitions, so that events about tables refresh objects too. */
  of: (ref: string) => [...tableKeys.definitionsOf(ref), 'objects'] as const,

  /** What a change would run. */
  plan: (ref: string, change: ObjectChange) =>
    queryOptions({
      queryKey: [...objectQueries.of(ref), 'plan', change],
      queryFn: ({ signal }) => call(planObjectChange, { params: { ref }, body: change }, signal),
      gcTime: 0,
      retry: false,
    }),
}

/** Runs a change and refreshes what shows tables and other objects. Resolves to the oid, and whether it still runs. */
export function useRunObjectChange(ref: string) {
  const client = useQueryClient()
  return async (change: ObjectChange) => {
    try {
      return await call(applyObjectChange, { params: { ref }, body: change })
    } finally {
      // A change outside a transaction may leave something when it fails.
      for (const queryKey of tableKeys.changed(ref, null)) void client.invalidateQueries({ queryKey })
    }
  }
}

/** As `useRunObjectChange`; resolves to the oid, null for what was dropped and for what still runs. */
export function useApplyObjectChange(ref: string) {
  const run = useRunObjectChange(ref)
  return async (change: ObjectChange) => (await run(change)).id
}

/** Queries of the list of a kind, and of one of its objects. */
export const objectKindQueries = <Listing extends AnyEndpoint, Reading extends AnyEndpoint>(
  listing: Listing,
  reading: Reading,
) => kindQueries<ItemOf<Listing>, Output<Reading>>(listing, reading)

function kindQueries<Item, Found>(listing: AnyEndpoint, reading: AnyEndpoint) {
  return {
    list: (ref: string, { filters, ...list }: ObjectList) =>
      infiniteQueryOptions({
        queryKey: [...objectQueries.of(ref), listing.path, list, filters],
        queryFn: ({ pageParam, signal }) => {
          const query = { ...filters, ...list, ...(pageParam !== null && { cursor: pageParam }) }
          return call(listing, { params: { ref }, query } as Input<AnyEndpoint>, signal) as Promise<
            ObjectsOnPage<Item>
          >
        },
        initialPageParam: null as string | null,
        getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
      }),

    one: (ref: string, id: number) =>
      queryOptions({
        queryKey: [...objectQueries.of(ref), reading.path, id],
        queryFn: ({ signal }) =>
          call(reading, { params: { ref, oid: String(id) } } as Input<AnyEndpoint>, signal) as Promise<Found>,
      }),
  }
}
