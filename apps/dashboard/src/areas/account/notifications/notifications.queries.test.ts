import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { aNotification } from './a-notification.fixture.ts'
import { NO_FILTER } from './filter.rules.ts'
import { cacheSummary, notificationQueries } from './notifications.queries.ts'

const nothingUnread = { unread_count: 0, has_warning: false, has_critical: false }
const { queryKey } = notificationQueries.pages('inbox', NO_FILTER)

test.each([
  [3, 3],
  [50, 50],
  [1000, 50],
])('of %i loaded pages at most fifty are refetched after a change', (loaded, kept) => {
  const client = new QueryClient()
  client.setQueryData(queryKey, {
    pages: Array.from({ length: loaded }, () => [aNotification()]),
    pageParams: Array.from({ length: loaded }, (_, index) => index * 10),
  })
  cacheSummary(client, nothingUnread)
  expect(client.getQueryData(queryKey)?.pages).toHaveLength(kept)
  expect(client.getQueryData(queryKey)?.pageParams).toHaveLength(kept)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('a summary fetched before a newer one was pushed does not replace it', async () => {
  const client = new QueryClient()
  const { queryKey } = notificationQueries.summary()
  const answers: ((summary: typeof nothingUnread) => void)[] = []
  const queryFn = ({ signal: _ }: { signal: AbortSignal }) =>
    new Promise<typeof nothingUnread>((done) => answers.push(done))
  const stop = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  cacheSummary(client, nothingUnread)
  answers[0]?.({ ...nothingUnread, unread_count: 3 })
  await expect.poll(() => client.isFetching()).toBe(0)
  await expect.poll(() => client.getQueryData(queryKey)).toEqual(nothingUnread)
  stop()
})
