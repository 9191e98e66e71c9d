import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { MenuAt } from './MenuAt.tsx'
import { MenuItem } from './MenuItem.tsx'

/** A list with a menu whose action replaces a name by a field, after the given number of tasks. */
function Names({ tasks }: { tasks: number }) {
  const [button, setButton] = useState<HTMLElement>()
  const [isNaming, setIsNaming] = useState(false)
  const rename = () => {
    const later = (left: number) => {
      if (left === 0) setIsNaming(true)
      else setTimeout(() => later(left - 1))
    }
    later(tasks)
  }
  return (
    <>
      <button type="button" tabIndex={-1} onClick={({ currentTarget }) => setButton(currentTarget)}>
        Actions
      </button>
      {isNaming && <NameField />}
      <MenuAt anchor={button} onClose={() => setButton(undefined)}>
        <MenuItem onSelect={rename}>Rename</MenuItem>
        <MenuItem>Copy</MenuItem>
      </MenuAt>
    </>
  )
}

function NameField() {
  const field = useRef<HTMLInputElement>(null)
  const [blurs, setBlurs] = useState(0)
  useEffect(() => field.current?.focus(), [])
  return <input ref={field} aria-label={`Name, left ${blurs} times`} onBlur={() => setBlurs(blurs + 1)} />
}

const menu = () => screen.queryByRole('menu')

for (const tasks of [0, 1, 3])
  test(`a field that an item opens after ${tasks} tasks keeps the focus when the menu has faded out`, async () => {
    const fade = Promise.withResolvers<void>()
    // jsdom has no animations; this one ends when the test says so.
    Element.prototype.getAnimations = () => [{ finished: fade.promise } as unknown as Animation]
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'getAnimations'))
    const user = userEvent.setup()
    render(<Names tasks={tasks} />)
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const field = await screen.findByRole('textbox', { name: 'Name, left 0 times' })
    await user.keyboard('x')
    expect(menu()).not.toBeNull()
    fade.resolve()
    await waitFor(() => expect(menu()).toBeNull())
    await user.keyboard('y')
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', 'xy')
  })

test('the button has the focus after an item that opens nothing', async () => {
  const user = userEvent.setup()
  render(<Names tasks={0} />)
  const button = screen.getByRole('button', { name: 'Actions' })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
  await waitFor(() => expect(menu()).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})
