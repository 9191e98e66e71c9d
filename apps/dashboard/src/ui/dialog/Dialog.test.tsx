import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '../controls/Button.tsx'
import { Input } from '../controls/Input.tsx'
import { Switch } from '../controls/Switch.tsx'
import { UiProvider } from '../UiProvider.tsx'
import { Dialog } from './Dialog.tsx'
import { DialogBody } from './DialogBody.tsx'
import { DialogFooter } from './DialogFooter.tsx'
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

test('Escape and a click outside close a dialog', async () => {
  const onOpenChange = await show(false)
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledWith(false)
  onOpenChange.mockClear()
  await userEvent.click(document.body)
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('a dialog with a one-time secret is closed by its own controls only', async () => {
  const onOpenChange = await show(true)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body)
  expect(onOpenChange).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

const footer = (
  <DialogFooter aside={<a href="/docs">About restarts</a>}>
    <Button>Cancel</Button>
    <Button variant="primary">Save</Button>
  </DialogFooter>
)

test.each([
  ['the first field', <Input key="name" aria-label="Name" />, 'textbox', 'Name'],
  [
    'a switch where that is the first field',
    <Switch key="on" label="Public" checked={false} onCheckedChange={() => undefined} />,
    'switch',
    'Public',
  ],
  ['a field that focuses itself', <AutoFocused key="own" />, 'textbox', 'Second'],
  ['the primary action where there is no field', <p key="words">It will restart.</p>, 'button', 'Save'],
])('a dialog opens with the focus on %s', async (_what, content, role, name) => {
  render(
    <UiProvider>
      <Dialog open onOpenChange={() => undefined} title="Settings">
        <DialogBody>{content}</DialogBody>
        {footer}
      </Dialog>
    </UiProvider>,
  )
  await screen.findByRole('dialog', { name: 'Settings' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))
})

test('a dialog without fields and actions has the focus itself, not its close button', async () => {
  render(
    <UiProvider>
      <Dialog open onOpenChange={() => undefined} title="Release notes">
        <DialogBody>What is new</DialogBody>
      </Dialog>
    </UiProvider>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Release notes' })
  await waitFor(() => expect(document.activeElement).toBe(dialog))
})

function AutoFocused() {
  return (
    <>
      <Input aria-label="First" />
      <Input aria-label="Second" autoFocus />
    </>
  )
}
