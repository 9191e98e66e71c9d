import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { VirtualRows } from './VirtualRows.tsx'

test('the keyboard reaches every row, also unrendered ones, and skips titles', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => index + 1)
  render(
    <VirtualRows
      label="Numbers"
      rows={rows}
      rowKey={String}
      rowHeight={20}
      renderRow={(row) =>
        row === 2 || row === 1000 ? (
          <b>{row}</b>
        ) : (
          <button type="button" data-row-target>
            {row}
          </button>
        )
      }
    />,
  )
  const user = userEvent.setup()
  screen.getByRole('button', { name: '1' }).focus()
  for (const [key, row] of [
    ['ArrowDown', '3'],
    ['End', '999'],
    ['ArrowDown', '999'],
    ['ArrowUp', '998'],
    ['Home', '1'],
    ['ArrowUp', '1'],
  ]) {
    await user.keyboard(`{${key}}`)
    expect(document.activeElement?.textContent).toBe(row)
  }
})
