import { QUIET_EVENT } from '@basalt/contract/events/events.rules.ts'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { projectQueries } from '../../project/projects/projects.queries.ts'
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

/** The connection is there; so long nothing has happened that the page would have heard of. */
function connect(quietMs: number) {
  const [stream] = Stream.opened
  stream?.onopen?.()
  stream?.dispatchEvent(new MessageEvent(QUIET_EVENT, { data: String(quietMs) }))
}

test('what changed between the first answer and the opening of the stream is shown', async () => {
  let name = 'Before'
  show(async () => name)
  await screen.findByRole('heading', { name: 'Before' })
  name = 'After'
  connect(0)
  await screen.findByRole('heading', { name: 'After' })
})

test('an answer that is under way when the stream opens is shown, and asked for once more if something happened', async () => {
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

test('a page during whose loading nothing happened asks for nothing twice, until it was cut off', async () => {
  const names = ['First', 'Second']
  show(async () => names.shift() ?? 'Third')
  await screen.findByRole('heading', { name: 'First' })
  connect(performance.now() + 1000)
  // Had it asked, this would be the second answer.
  connect(0)
  await screen.findByRole('heading', { name: 'Second' })
})
