import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, useState } from 'react'
import { expect, test } from 'vitest'
import { late } from './late.tsx'
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
  const asked: { arrive: (part: ComponentType) => void; fail: () => void }[] = []
  const Late = late(
    () =>
      new Promise<ComponentType>((arrive, fail) => {
        asked.push({ arrive, fail: () => fail(new Error('offline')) })
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
  return { asked, button, isEarly, user: userEvent.setup() }
}

test('a press before the rest is there is made good once', async () => {
  const { asked, button, user } = setUp()
  await user.click(button())
  expect(screen.queryByText('All of them')).toBeNull()
  asked[0]?.arrive(Real)
  expect(await screen.findByText('All of them')).toBeTruthy()
  expect(asked).toHaveLength(1)
})

test('coming near loads the rest, and the focus stays on the button', async () => {
  const { asked, button, isEarly, user } = setUp()
  await user.tab()
  expect(document.activeElement).toBe(button())
  asked[0]?.arrive(Real)
  await waitFor(() => expect(isEarly()).toBe(false))
  expect(document.activeElement).toBe(button())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('All of them')).toBeTruthy()
})

test('a pointer that rests on the button is noticed by the rest', async () => {
  const { asked, button, user } = setUp()
  await user.hover(button())
  asked[0]?.arrive(Real)
  expect(await screen.findByText('What it does')).toBeTruthy()
})

test('nothing changes places while the button is held down', async () => {
  const { asked, button, isEarly, user } = setUp()
  await user.pointer({ keys: '[MouseLeft>]', target: button() })
  asked[0]?.arrive(Real)
  await Promise.resolve()
  expect(isEarly()).toBe(true)
  await user.pointer({ keys: '[/MouseLeft]', target: button() })
  expect(await screen.findByText('All of them')).toBeTruthy()
})

test('a press that is let go elsewhere opens nothing', async () => {
  const { asked, button, isEarly, user } = setUp()
  await user.pointer({ keys: '[MouseLeft>]', target: button() })
  asked[0]?.arrive(Real)
  await user.pointer({ keys: '[/MouseLeft]', target: document.body })
  await waitFor(() => expect(isEarly()).toBe(false))
  expect(screen.queryByText('All of them')).toBeNull()
})

test('what cannot be loaded is said, and the next press tries again', async () => {
  const { asked, button, user } = setUp()
  await user.click(button())
  asked[0]?.fail()
  expect(await screen.findByText('This part of the page could not be loaded')).toBeTruthy()
  await user.click(button())
  asked[1]?.arrive(Real)
  expect(await screen.findByText('All of them')).toBeTruthy()
})
