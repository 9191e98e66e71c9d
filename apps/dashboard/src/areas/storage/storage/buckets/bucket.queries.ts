import {
  createBucket as createBucketCall,
  deleteBucket as deleteBucketCall,
  emptyBucket as emptyBucketCall,
  getBucket,
  listBuckets,
  updateBucket as updateBucketCall,
} from '@basalt/contract/storage/buckets.endpoints.ts'
import type { BucketRules } from '@basalt/contract/storage/buckets.schema.ts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'

export const BUCKETS_PAGE_SIZE = 100

export type BucketSort = 'name' | 'created_at'

export const bucketQueries = {
  all: ['storage'] as const,
  /** The key prefix of everything about a project's storage. */
  of: (ref: string) => [...bucketQueries.all, ref] as const,
  lists: (ref: string) => [...bucketQueries.of(ref), 'buckets'] as const,

  /** Buckets page by page, alphabetically or newest first. */
  pages: (ref: string, search: string, sort: BucketSort) =>
    infiniteQueryOptions({
      queryKey: [...bucketQueries.lists(ref), search, sort],
      queryFn: ({ pageParam, signal }) =>
        call(
          listBuckets,
          {
            params: { ref },
            query: {
              limit: BUCKETS_PAGE_SIZE,
              offset: pageParam,
              search,
              sortColumn: sort,
              sortOrder: sort === 'name' ? 'asc' : 'desc',
            },
          },
          signal,
        ),
      initialPageParam: 0,
      getNextPageParam: (page, pages) =>
        page.length === BUCKETS_PAGE_SIZE ? pages.length * BUCKETS_PAGE_SIZE : undefined,
    }),

  one: (ref: string, id: string) =>
    queryOptions({
      queryKey: [...bucketQueries.of(ref), 'bucket', id],
      queryFn: ({ signal }) => call(getBucket, { params: { ref, id } }, signal),
    }),

  /** The key prefix of a bucket's contents. */
  contents: (ref: string, id: string) => [...bucketQueries.of(ref), 'contents', id] as const,
}

const refresh = (client: QueryClient, ref: string) =>
  client.invalidateQueries({ queryKey: bucketQueries.lists(ref) })

/** The form displays errors. */
export const createBucket = (ref: string) =>
  mutationOptions({
    mutationFn: (body: BucketRules & { id: string }) => call(createBucketCall, { params: { ref }, body }),
    onSuccess: (_created, _body, _result, { client }) => refresh(client, ref),
  })

/** The form displays errors. */
export const updateBucket = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (body: BucketRules) => call(updateBucketCall, { params: { ref, id }, body }),
    onSuccess: (_done, _body, _result, { client }) =>
      Promise.all([
        refresh(client, ref),
        client.invalidateQueries({ queryKey: bucketQueries.one(ref, id).queryKey }),
      ]),
  })

/** The dialog displays errors. */
export const emptyBucket = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: () => call(emptyBucketCall, { params: { ref, id } }),
    onSuccess: (_done, _nothing, _result, { client }) =>
      client.invalidateQueries({ queryKey: bucketQueries.contents(ref, id) }),
  })

/** The dialog displays errors. */
export const deleteBucket = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: () => call(deleteBucketCall, { params: { ref, id }, query: { contents: 'true' } }),
    onSuccess: async (_done, _nothing, _result, { client }) => {
      client.removeQueries({ queryKey: bucketQueries.contents(ref, id) })
      await refresh(client, ref)
    },
  })
