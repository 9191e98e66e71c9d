import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, test } from 'vitest'
import { lazyLayer } from './lazy-layer.tsx'
import { UiProvider } from './UiProvider.tsx'

interface LayerProps {
  open: boolean
}

const Panel = ({ open }: LayerProps) => open && <p>The panel</p>

test('a layer whose code failed to load opens at the next click', async () => {
  let isOffline = true
  const Layer = lazyLayer<LayerProps>(
    async (): Promise<ComponentType<LayerProps>> => {
      if (isOffline) throw new Error('offline')
      return Panel
    },
    ({ open }) => open,
  )
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <UiProvider>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Layer open={isOpen} />
      </UiProvider>
    )
  }
  render(<Page />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('Failed to load part of this page')
  expect(screen.queryByText('The panel')).toBeNull()
  isOffline = false
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('The panel')
})
