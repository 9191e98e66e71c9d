import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Tooltip } from './Tooltip.tsx'

const show = (button = <button type="button">Save</button>) =>
  render(<Tooltip content="Ctrl+S">{button}</Tooltip>)

test('keyboard focus shows a tooltip at once, and blur hides it', async () => {
  show()
  await userEvent.tab()
  expect(await screen.findByText('Ctrl+S')).toBeTruthy()
  await userEvent.tab()
  expect(screen.queryByText('Ctrl+S')).toBeNull()
})

test('hovering shows it, and leaving or clicking hides it', async () => {
  show()
  const button = screen.getByRole('button')
  await userEvent.hover(button)
  await screen.findByText('Ctrl+S')
  await userEvent.unhover(button)
  expect(screen.queryByText('Ctrl+S')).toBeNull()
  await userEvent.hover(button)
  await screen.findByText('Ctrl+S')
  fireEvent.pointerDown(button)
  expect(screen.queryByText('Ctrl+S')).toBeNull()
})

test('Escape hides it and still reaches other handlers', async () => {
  const press = vi.fn()
  show(
    <button type="button" onKeyDown={(event) => press(event.key, event.defaultPrevented)}>
      Save
    </button>,
  )
  await userEvent.tab()
  await screen.findByText('Ctrl+S')
  await userEvent.keyboard('{Escape}')
  expect(press).toHaveBeenCalledWith('Escape', false)
  expect(screen.queryByText('Ctrl+S')).toBeNull()
})

test('the handlers of the button itself still run', async () => {
  const [focus, enter] = [vi.fn(), vi.fn()]
  show(
    <button type="button" onFocus={focus} onPointerEnter={enter}>
      Save
    </button>,
  )
  await userEvent.tab()
  await userEvent.hover(screen.getByRole('button'))
  expect(focus).toHaveBeenCalledOnce()
  expect(enter).toHaveBeenCalledOnce()
})
