import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, test } from 'vitest'
import { lazyPanel } from './lazy-panel.tsx'
import { UiProvider } from './UiProvider.tsx'

const Rows = ({ count }: { count: number }) => <p>{count} rows</p>

function setUp(failures: number) {
  let attempts = 0
  const { LazyPanel, prepare } = lazyPanel(async (): Promise<ComponentType<{ count: number }>> => {
    attempts += 1
    if (attempts <= failures) throw new Error('offline')
    return Rows
  }, 'the grid')
  function Page() {
    const [text, setText] = useState('')
    return (
      <UiProvider>
        <input aria-label="SQL" value={text} onChange={(event) => setText(event.target.value)} />
        <LazyPanel count={3} />
      </UiProvider>
    )
  }
  return { Page, prepare }
}

test('a panel whose code fails to load shows the failure, and the page keeps its state', async () => {
  const { Page } = setUp(2)
  const user = userEvent.setup()
  render(<Page />)
  await user.type(screen.getByLabelText('SQL'), 'select 1')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the grid')
  expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Reload page' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('3 rows')
  expect(screen.getByLabelText<HTMLInputElement>('SQL').value).toBe('select 1')
})

test('a preloaded panel renders at once', async () => {
  const { Page, prepare } = setUp(0)
  await prepare()
  render(<Page />)
  screen.getByText('3 rows')
})
