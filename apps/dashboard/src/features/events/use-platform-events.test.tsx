import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { projectQueries } from '../projects/projects.queries.ts'
import { usePlatformEvents } from './use-platform-events.ts'

/** Stands for the browser's own event stream, which jsdom does not have. */
class Stream extends EventTarget {
  static opened: Stream[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  constructor() {
    super()
    Stream.opened.push(this)
  }
  close() {}
}

afterEach(() => {
  Stream.opened = []
  vi.unstubAllGlobals()
})

function show(names: () => Promise<string>) {
  vi.stubGlobal('EventSource', Stream)
  const { queryKey } = projectQueries.detail('abc')
  function Page() {
    usePlatformEvents(() => undefined)
    const { data } = useQuery({ queryKey, queryFn: names as () => Promise<never>, staleTime: Infinity })
    return <h1>{data ?? 'Loading'}</h1>
  }
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
}

test('what changed between the first answer and the opening of the stream is shown', async () => {
  let name = 'Before'
  show(async () => name)
  await screen.findByRole('heading', { name: 'Before' })
  name = 'After'
  Stream.opened[0]?.onopen?.()
  await screen.findByRole('heading', { name: 'After' })
})

test('an answer that is under way when the stream opens is shown, and asked for once more', async () => {
  const answers: ((name: string) => void)[] = []
  show(() => new Promise<string>((resolve) => answers.push(resolve)))
  Stream.opened[0]?.onopen?.()
  expect(answers).toHaveLength(1)
  answers[0]?.('Before')
  await screen.findByRole('heading', { name: 'Before' })
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('After')
  await screen.findByRole('heading', { name: 'After' })
})
