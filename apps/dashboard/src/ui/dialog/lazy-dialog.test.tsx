import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, test } from 'vitest'
import { UiProvider } from '../UiProvider.tsx'
import { Dialog } from './Dialog.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

interface Props {
  open: boolean
  close: () => void
}

const Real = ({ open, close }: Props) => (
  <Dialog open={open} onOpenChange={close} title="Connect">
    <p>How to reach it</p>
  </Dialog>
)

/** A page with an open dialog, whose code loads after `failures` failed attempts. */
function setUp(failures: number) {
  let attempts = 0
  const Late = lazyDialog(
    async (): Promise<ComponentType<Props>> => {
      attempts += 1
      if (attempts <= failures) throw new Error('offline')
      return Real
    },
    { title: 'Connect' },
  )
  function Page() {
    const [isOpen, setOpen] = useState(true)
    return (
      <UiProvider>
        <p>The page</p>
        <Late open={isOpen} close={() => setOpen(false)} />
      </UiProvider>
    )
  }
  render(<Page />)
  return userEvent.setup()
}

test('a dialog whose code fails to load shows the failure, and opens when a retry succeeds', async () => {
  const user = setUp(2)
  const failed = await screen.findByRole('dialog', { name: 'Connect' })
  expect(failed.textContent).toContain('Failed to load this dialog')
  screen.getByText('The page')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('How to reach it')
  expect(screen.queryByText('Failed to load this dialog')).toBeNull()
})

test('a dialog that failed to load is closed like any other', async () => {
  const user = setUp(1)
  await screen.findByRole('dialog', { name: 'Connect' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByText('The page')
})
