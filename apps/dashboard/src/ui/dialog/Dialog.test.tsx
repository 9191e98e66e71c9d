import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { UiProvider } from '../UiProvider.tsx'
import { Dialog } from './Dialog.tsx'
import { useHoldDialog } from './dialog-hold.ts'

function Content({ isHeld }: { isHeld: boolean }) {
  useHoldDialog(isHeld)
  return <p>bst_secret</p>
}

async function show(isHeld: boolean) {
  const onOpenChange = vi.fn()
  render(
    <UiProvider>
      <Dialog open onOpenChange={onOpenChange} title="New token">
        <Content isHeld={isHeld} />
      </Dialog>
    </UiProvider>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'New token' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return onOpenChange
}

test('Escape and a press outside close a dialog', async () => {
  const onOpenChange = await show(false)
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledWith(false)
  onOpenChange.mockClear()
  await userEvent.click(document.body)
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('one that shows something this once is closed by its own controls only', async () => {
  const onOpenChange = await show(true)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body)
  expect(onOpenChange).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})
