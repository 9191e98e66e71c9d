import { InfiniteQueryObserver, QueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadMoreProps } from './load-more-props.ts'

test('scrolling to the end during a refetch does not leave a stale list marked as fresh', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  let rows = ['a', 'b', 'c']
  let release = () => {}
  let gate = Promise.resolve()
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['rows'],
    queryFn: async ({ pageParam }) => {
      await gate
      return rows.slice(pageParam, pageParam + 1)
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === 0 ? undefined : pages.length),
  })
  const stop = observer.subscribe(() => undefined)
  const now = () => loadMoreProps(observer.getCurrentResult() as unknown as UseInfiniteQueryResult<never>)
  const settled = () => expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  await settled()
  now().onLoad()
  await settled()
  expect(observer.getCurrentResult().data?.pages).toEqual([['a'], ['b']])

  gate = new Promise((resolve) => {
    release = resolve
  })
  rows = []
  const refreshed = client.invalidateQueries({ queryKey: ['rows'] })
  expect(now()).toMatchObject({ isHeld: true, isLoading: false, failed: false })
  now().onLoad()
  release()
  await refreshed
  await settled()
  expect(observer.getCurrentResult().data?.pages).toEqual([[]])
  expect(now()).toMatchObject({ isHeld: false, isLoading: false })
  stop()
})
