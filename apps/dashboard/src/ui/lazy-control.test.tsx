import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, test } from 'vitest'
import { lazyControl } from './lazy-control.tsx'
import { UiProvider } from './UiProvider.tsx'

function Real() {
  const [isOpen, setOpen] = useState(false)
  const [isPointed, setPointed] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)} onMouseMove={() => setPointed(true)}>
        Filter
      </button>
      {isPointed && <p>What it does</p>}
      {isOpen && <p>All of them</p>}
    </>
  )
}

function setUp() {
  const loads: { arrive: (part: ComponentType) => void; fail: () => void }[] = []
  const Late = lazyControl(
    () =>
      new Promise<ComponentType>((arrive, fail) => {
        loads.push({ arrive, fail: () => fail(new Error('offline')) })
      }),
    () => (
      <button type="button" data-early>
        Filter
      </button>
    ),
  )
  render(
    <UiProvider>
      <Late />
    </UiProvider>,
  )
  const button = () => screen.getByRole('button', { name: 'Filter' })
  const isEarly = () => button().hasAttribute('data-early')
  return { loads, button, isEarly, user: userEvent.setup() }
}

test('a click before the code is loaded is replayed once', async () => {
  const { loads, button, user } = setUp()
  await user.click(button())
  expect(screen.queryByText('All of them')).toBeNull()
  loads[0]?.arrive(Real)
  expect(await screen.findByText('All of them')).toBeTruthy()
  expect(loads).toHaveLength(1)
})

test('focus loads the code and stays on the button', async () => {
  const { loads, button, isEarly, user } = setUp()
  await user.tab()
  expect(document.activeElement).toBe(button())
  loads[0]?.arrive(Real)
  await waitFor(() => expect(isEarly()).toBe(false))
  expect(document.activeElement).toBe(button())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('All of them')).toBeTruthy()
})

test('a pointer resting on the button is replayed as hover', async () => {
  const { loads, button, user } = setUp()
  await user.hover(button())
  loads[0]?.arrive(Real)
  expect(await screen.findByText('What it does')).toBeTruthy()
})

test('the button is not replaced while it is held down', async () => {
  const { loads, button, isEarly, user } = setUp()
  await user.pointer({ keys: '[MouseLeft>]', target: button() })
  loads[0]?.arrive(Real)
  await Promise.resolve()
  expect(isEarly()).toBe(true)
  await user.pointer({ keys: '[/MouseLeft]', target: button() })
  expect(await screen.findByText('All of them')).toBeTruthy()
})

test('a press released elsewhere opens nothing', async () => {
  const { loads, button, isEarly, user } = setUp()
  await user.pointer({ keys: '[MouseLeft>]', target: button() })
  loads[0]?.arrive(Real)
  await user.pointer({ keys: '[/MouseLeft]', target: document.body })
  await waitFor(() => expect(isEarly()).toBe(false))
  expect(screen.queryByText('All of them')).toBeNull()
})

test('a failed load is reported, and the next click retries', async () => {
  const { loads, button, user } = setUp()
  await user.click(button())
  loads[0]?.fail()
  expect(await screen.findByText('Failed to load part of this page')).toBeTruthy()
  await user.click(button())
  loads[1]?.arrive(Real)
  expect(await screen.findByText('All of them')).toBeTruthy()
})
