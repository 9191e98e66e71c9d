import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../controls/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

function DeleteProject({ onConfirm, typed }: { onConfirm: () => unknown; typed?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete project shop"
        confirmLabel="Delete project"
        typeToConfirm={typed}
        onConfirm={onConfirm}
      >
        This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }))
const confirmButton = () => screen.getByRole('button', { name: 'Delete project' })
const dialog = () => screen.queryByRole('alertdialog', { name: 'Delete project shop' })

test('it explains the action and closes once the action has succeeded', async () => {
  const remove = vi.fn()
  render(<DeleteProject onConfirm={remove} />)
  await open()
  expect(await screen.findByText('This cannot be undone.')).toBeTruthy()
  await userEvent.click(confirmButton())
  await waitFor(() => expect(dialog()).toBeNull())
  expect(remove).toHaveBeenCalledOnce()
})

test('the focus begins at the button that changes nothing, or at the text to type', async () => {
  const { unmount } = render(
    <ConfirmDialog
      open
      onOpenChange={() => undefined}
      title="Drop it?"
      confirmLabel="Drop"
      onConfirm={vi.fn()}
    >
      <button type="button">Copy SQL</button>
    </ConfirmDialog>,
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  unmount()
  render(<DeleteProject onConfirm={vi.fn()} typed="shop" />)
  await open()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))
})

test('the button is disabled until the exact name is typed', async () => {
  const remove = vi.fn()
  render(<DeleteProject onConfirm={remove} typed="shop" />)
  await open()
  const input = await screen.findByRole('textbox', { name: 'Type shop to confirm' })
  await userEvent.type(input, 'Shop{Enter}')
  await userEvent.click(confirmButton())
  expect(remove).not.toHaveBeenCalled()
  await userEvent.clear(input)
  await userEvent.type(input, 'shop{Enter}')
  await waitFor(() => expect(remove).toHaveBeenCalledOnce())
})

test('an error appears in the dialog, which stays open', async () => {
  render(<DeleteProject onConfirm={() => Promise.reject(new Error('The project is coming up'))} />)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The project is coming up')
  expect(dialog()).not.toBeNull()
  expect(confirmButton().getAttribute('aria-busy')).toBeNull()
})

test('a reopened dialog starts empty', async () => {
  render(<DeleteProject onConfirm={() => Promise.reject(new Error('No'))} typed="shop" />)
  await open()
  await userEvent.type(await screen.findByRole('textbox'), 'shop{Enter}')
  await screen.findByRole('alert')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog()).toBeNull())
  await open()
  expect(await screen.findByRole('textbox')).toHaveProperty('value', '')
  expect(screen.queryByRole('alert')).toBeNull()
})
