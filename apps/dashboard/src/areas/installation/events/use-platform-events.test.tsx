import { QUIET_EVENT } from '@basalt/contract/events/events.rules.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { projectQueries } from '../../project/projects/projects.queries.ts'
import { usePlatformEvents } from './use-platform-events.ts'

/** A fake EventSource, which jsdom does not have. */
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

/** Opens the connection, reporting how long there was no event. */
function connect(quietMs: number) {
  const [stream] = Stream.opened
  stream?.onopen?.()
  stream?.dispatchEvent(new MessageEvent(QUIET_EVENT, { data: String(quietMs) }))
}

test('changes between the first response and the opening of the stream appear', async () => {
  let name = 'Before'
  show(async () => name)
  await screen.findByRole('heading', { name: 'Before' })
  name = 'After'
  connect(0)
  await screen.findByRole('heading', { name: 'After' })
})

test('a response under way when the stream opens appears, and is refetched after an event', async () => {
  const answers: ((name: string) => void)[] = []
  show(() => new Promise<string>((resolve) => answers.push(resolve)))
  connect(0)
  expect(answers).toHaveLength(1)
  answers[0]?.('Before')
  await screen.findByRole('heading', { name: 'Before' })
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('After')
  await screen.findByRole('heading', { name: 'After' })
})

test('a page without events during loading refetches nothing, until it reconnects', async () => {
  const names = ['First', 'Second']
  show(async () => names.shift() ?? 'Third')
  await screen.findByRole('heading', { name: 'First' })
  connect(performance.now() + 1000)
  // With a refetch, this would be the third response.
  connect(0)
  await screen.findByRole('heading', { name: 'Second' })
})
