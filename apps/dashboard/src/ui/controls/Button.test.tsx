import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'

test('a click runs the action', async () => {
  const run = vi.fn()
  render(<Button onClick={run}>Run</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  expect(run).toHaveBeenCalledOnce()
})

test('a button with a reason is focusable, shows the reason and does nothing', async () => {
  const run = vi.fn()
  render(
    <Button onClick={run} reason="Only a running project can be paused">
      Pause
    </Button>,
  )
  await userEvent.tab()
  const button = screen.getByRole('button', {
    name: 'Pause',
    description: 'Only a running project can be paused',
  })
  expect(document.activeElement).toBe(button)
  // Once for screen readers, and once in the tooltip, which is loaded now.
  await vi.waitFor(
    () => expect(screen.getAllByText('Only a running project can be paused')).toHaveLength(2),
    20_000,
  )
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(run).not.toHaveBeenCalled()
})

test('a submit button with a reason does not submit its form', async () => {
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  render(
    <form onSubmit={submit}>
      <Button type="submit" reason="Name it first">
        Save
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(submit).not.toHaveBeenCalled()
})

test('the keyboard reaches the link that would enable the action', async () => {
  const run = vi.fn()
  render(
    <Button
      onClick={run}
      reason="Your role may not restart"
      reasonLink={<a href="#members">See the members</a>}
    >
      Restart
    </Button>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('link', { name: 'See the members' })).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
})

test('a loading button keeps its name and focus and runs nothing', async () => {
  const run = vi.fn()
  const { rerender } = render(<Button onClick={run}>Create</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  rerender(
    <Button onClick={run} loading>
      Create
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Create' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  expect(run).toHaveBeenCalledOnce()
})
