import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ResizablePanels } from './ResizablePanels.tsx'

// jsdom has neither layout nor pointer capture.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 400, 200))
  HTMLElement.prototype.setPointerCapture = () => undefined
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const show = () =>
  render(
    <ResizablePanels
      storageKey="test"
      direction="vertical"
      panels={[
        { id: 'editor', defaultSize: 50, minSize: 30, content: 'Editor' },
        { id: 'results', defaultSize: 50, minSize: 30, content: 'Results' },
      ]}
    />,
  )
const border = () => screen.getByRole('separator', { name: 'Resize panels' })
const value = () => border().getAttribute('aria-valuenow')

test('the border follows a drag within the limits of both panels, and its position is stored', () => {
  const { unmount } = show()
  fireEvent.pointerMove(border(), { clientX: 10, clientY: 150 })
  expect(value()).toBe('50')
  fireEvent.pointerDown(border(), { button: 0, pointerId: 1 })
  fireEvent.pointerMove(border(), { clientX: 10, clientY: 220 })
  expect(value()).toBe('60')
  expect(screen.getByText('Editor').style.flexGrow).toBe('60')
  expect(screen.getByText('Results').style.flexGrow).toBe('40')
  fireEvent.pointerMove(border(), { clientX: 10, clientY: 1000 })
  expect(value()).toBe('70')
  fireEvent.lostPointerCapture(border(), { pointerId: 1 })
  fireEvent.pointerMove(border(), { clientX: 10, clientY: 150 })
  expect(value()).toBe('70')
  unmount()
  show()
  expect(value()).toBe('70')
})

test.each([
  ['ArrowDown', '60'],
  ['ArrowUp', '40'],
  ['ArrowRight', '50'],
  ['Home', '30'],
  ['End', '70'],
])('%s moves the border to %s percent', (key, size) => {
  show()
  fireEvent.keyDown(border(), { key })
  expect(value()).toBe(size)
})
