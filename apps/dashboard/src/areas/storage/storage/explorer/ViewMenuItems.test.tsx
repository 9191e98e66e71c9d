import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { anExplorer, InExplorer } from './explorer.fixture.tsx'
import { ViewMenuItems } from './ViewMenuItems.tsx'

test('all view and sort options can be chosen, and the current ones are checked', async () => {
  const user = userEvent.setup()
  const state = anExplorer()
  render(
    <InExplorer state={state}>
      <Menu trigger={<Button>Files</Button>}>
        <ViewMenuItems isNested />
      </Menu>
    </InExplorer>,
  )
  await user.click(screen.getByRole('button', { name: 'Files' }))
  for (const [menu, choices, isChecked] of [
    ['View', { 'As columns': { view: 'COLUMNS' }, 'As list': { view: 'LIST' } }, 'As list'],
    [
      'Sort by',
      {
        Name: { sortBy: 'name' },
        'Time created': { sortBy: 'created_at' },
        'Time modified': { sortBy: 'updated_at' },
        'Time last accessed': { sortBy: 'last_accessed_at' },
      },
      'Name',
    ],
    ['Sort order', { Ascending: { sortByOrder: 'asc' }, Descending: { sortByOrder: 'desc' } }, 'Ascending'],
  ] as const) {
    fireEvent.click(await screen.findByRole('menuitem', { name: menu }))
    expect((await screen.findByRole('menuitemradio', { checked: true })).textContent).toBe(isChecked)
    for (const [name, change] of Object.entries(choices)) {
      if (name === isChecked) continue
      fireEvent.click(screen.getByRole('menuitemradio', { name }))
      expect(state.setPreference).toHaveBeenLastCalledWith(change)
    }
    await user.keyboard('{ArrowLeft}')
  }
})
