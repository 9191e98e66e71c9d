import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchAfterChange } from './refetch-after-change.ts'

/** An observed query whose responses the test supplies. */
function controlledQuery() {
  const client = new QueryClient()
  const answers: ((names: string[]) => void)[] = []
  const options = queryOptions({
    queryKey: ['names'],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  })
  return { client, options, answers, stop: new QueryObserver(client, options).subscribe(() => undefined) }
}

test('a first fetch that may predate the change is followed by another', async () => {
  const { client, options, answers, stop } = controlledQuery()
  const refetched = refetchAfterChange(client, options.queryKey)
  answers[0]!(['old'])
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]!(['new'])
  await refetched
  expect(client.getQueryData(options.queryKey)).toEqual(['new'])
  stop()
})

test('a refetch under way is restarted', async () => {
  const { client, options, answers, stop } = controlledQuery()
  answers[0]!(['known'])
  await expect.poll(() => client.isFetching()).toBe(0)
  void client.invalidateQueries(options)
  const refetched = refetchAfterChange(client, options.queryKey)
  expect(answers).toHaveLength(3)
  answers[2]!(['new'])
  await refetched
  answers[1]!(['old'])
  expect(client.getQueryData(options.queryKey)).toEqual(['new'])
  stop()
})
