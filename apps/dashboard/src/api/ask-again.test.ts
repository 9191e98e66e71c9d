import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './ask-again.ts'

/** A list that the test answers, read by a page. */
function reading() {
  const client = new QueryClient()
  const answers: ((names: string[]) => void)[] = []
  const options = queryOptions({
    queryKey: ['names'],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  })
  return { client, options, answers, stop: new QueryObserver(client, options).subscribe(() => undefined) }
}

test('the first reading of a list, which may be older than the change, is followed by another', async () => {
  const { client, options, answers, stop } = reading()
  const asked = askAgain(client, options.queryKey)
  answers[0]!(['old'])
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]!(['new'])
  await asked
  expect(client.getQueryData(options.queryKey)).toEqual(['new'])
  stop()
})

test('a later reading of a list is begun again', async () => {
  const { client, options, answers, stop } = reading()
  answers[0]!(['known'])
  await expect.poll(() => client.isFetching()).toBe(0)
  void client.invalidateQueries(options)
  const asked = askAgain(client, options.queryKey)
  expect(answers).toHaveLength(3)
  answers[2]!(['new'])
  await asked
  answers[1]!(['old'])
  expect(client.getQueryData(options.queryKey)).toEqual(['new'])
  stop()
})
