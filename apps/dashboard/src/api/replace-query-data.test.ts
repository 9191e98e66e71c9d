import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { replaceQueryData } from './replace-query-data.ts'

/** A query whose responses the test supplies. */
function controlledQuery() {
  const answers: ((name: string) => void)[] = []
  const options = queryOptions({
    queryKey: ['name'],
    queryFn: ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        answers.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  return { options, answers }
}

test('a response older than a change does not undo it', async () => {
  const client = new QueryClient()
  const { options, answers } = controlledQuery()
  const stop = new QueryObserver(client, options).subscribe(() => undefined)
  const changed = replaceQueryData(client, options.queryKey, 'new')
  answers[0]?.('old')
  await changed
  expect(client.getQueryData(options.queryKey)).toBe('new')
  expect(client.isFetching()).toBe(0)
  stop()
})

test('a fetch started after a change replaces its data', async () => {
  const client = new QueryClient()
  const { options, answers } = controlledQuery()
  await replaceQueryData(client, options.queryKey, 'new')
  const again = client.fetchQuery({ ...options, staleTime: 0 })
  answers[0]?.('newer')
  await again
  expect(client.getQueryData(options.queryKey)).toBe('newer')
})
