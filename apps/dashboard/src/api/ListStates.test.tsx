import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ListStates } from './ListStates.tsx'

/** A list whose answers are given one after the other; an Error is a failure. */
function showing(...answers: (string[] | Error)[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answer = async () => {
    const next = answers.shift()!
    if (next instanceof Error) throw next
    return { names: next }
  }
  function List() {
    const list = useQuery({ queryKey: ['names'], queryFn: answer })
    return (
      <ListStates
        list={list}
        failure="Failed to load names"
        skeleton={<p>Loading</p>}
        rowsOf={({ names }) => names}
        empty={<p>No names</p>}
      >
        {(names) => <p>{names.join(', ')}</p>}
      </ListStates>
    )
  }
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  )
  return client
}

test('a list shows that it loads, that it failed, and its rows after another try', async () => {
  showing(new Error('The server is away'), ['Ann', 'Bob'])
  screen.getByText('Loading')
  const { textContent } = await screen.findByRole('alert')
  expect(textContent).toContain('Failed to load namesThe server is away')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Ann, Bob')
})

test('a list without rows says so', async () => {
  showing([])
  await screen.findByText('No names')
})

test('rows stay when they cannot be read again', async () => {
  const client = showing(['Ann'], new Error('The server is away'))
  await screen.findByText('Ann')
  await client.refetchQueries()
  screen.getByText('Ann')
  expect(screen.queryByRole('alert')).toBeNull()
})
