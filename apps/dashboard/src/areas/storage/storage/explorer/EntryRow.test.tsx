import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { EntryRow } from './EntryRow.tsx'
import type { Entry } from './entry.rules.ts'
import { anEntry, anExplorer, InExplorer } from './explorer.fixture.tsx'
import type { ExplorerState } from './explorer-context.ts'
import { WithEntryMenu } from './WithEntryMenu.tsx'

function show(entry: Entry, over: Partial<ExplorerState> = {}, entries = [entry]) {
  const state = anExplorer(over)
  render(
    <InExplorer state={state}>
      <WithEntryMenu>
        <EntryRow entry={entry} entries={entries} isOpen={false} />
      </WithEntryMenu>
    </InExplorer>,
  )
  return { state, user: userEvent.setup() }
}

const folder = anEntry('photos', { isFolder: true, id: null })
const file = anEntry('a.txt')
const refused = { writeRefusal: 'You need additional permissions' }

test.each<[string, Entry, Partial<ExplorerState>, string[]]>([
  ['a folder', folder, {}, ['Rename', 'Download', 'Copy path to folder', 'Delete']],
  ['a folder for readers', folder, refused, ['Download', 'Copy path to folder']],
  ['a public file', file, { isPublic: true }, ['Get URL', 'Download', 'Rename', 'Move', 'Delete']],
  ['a private file', file, {}, ['Get URL', 'Download', 'Rename', 'Move', 'Delete']],
  ['a file for readers', file, refused, ['Get URL', 'Download']],
  ['a corrupted file', anEntry('a.txt', { state: 'corrupted' }), {}, ['Delete']],
])('the menu of %s offers what can be done with it', async (_what, entry, over, labels) => {
  const { user } = show(entry, over)
  await user.click(screen.getByRole('button', { name: `Actions of ${entry.name}` }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(labels)
})

const corrupted = anEntry('a.txt', { state: 'corrupted' })
const publicly = { isPublic: true }

test.each<[string, Entry, Partial<ExplorerState>, string[], keyof ExplorerState, unknown[]]>([
  ['a folder', folder, {}, ['Rename'], 'startNaming', [{ kind: 'rename', entry: folder }]],
  ['a folder', folder, {}, ['Download'], 'download', [[folder]]],
  ['a folder', folder, {}, ['Copy path to folder'], 'copyPath', [folder]],
  ['a folder', folder, {}, ['Delete'], 'ask', [{ kind: 'delete', entries: [folder] }]],
  ['a private file', file, {}, ['Get URL', 'Expire in 1 week'], 'copyUrl', [file, 604_800]],
  ['a private file', file, {}, ['Get URL', 'Expire in 1 month'], 'copyUrl', [file, 2_592_000]],
  ['a private file', file, {}, ['Get URL', 'Expire in 1 year'], 'copyUrl', [file, 31_536_000]],
  ['a private file', file, {}, ['Get URL', 'Custom expiry'], 'ask', [{ kind: 'expiry', entry: file }]],
  ['a private file', file, {}, ['Download'], 'download', [[file]]],
  ['a private file', file, {}, ['Rename'], 'startNaming', [{ kind: 'rename', entry: file }]],
  ['a private file', file, {}, ['Move'], 'ask', [{ kind: 'move', entries: [file] }]],
  ['a private file', file, {}, ['Delete'], 'ask', [{ kind: 'delete', entries: [file] }]],
  ['a public file', file, publicly, ['Get URL'], 'copyUrl', [file]],
  ['a public file', file, publicly, ['Download'], 'download', [[file]]],
  ['a public file', file, publicly, ['Rename'], 'startNaming', [{ kind: 'rename', entry: file }]],
  ['a public file', file, publicly, ['Move'], 'ask', [{ kind: 'move', entries: [file] }]],
  ['a public file', file, publicly, ['Delete'], 'ask', [{ kind: 'delete', entries: [file] }]],
  ['a corrupted file', corrupted, {}, ['Delete'], 'ask', [{ kind: 'delete', entries: [corrupted] }]],
])('the menu of %s does what it says', async (_what, entry, over, labels, does, what) => {
  const { state, user } = show(entry, over)
  await user.click(screen.getByRole('button', { name: `Actions of ${entry.name}` }))
  for (const name of labels) fireEvent.click(await screen.findByRole('menuitem', { name }))
  expect(state[does]).toHaveBeenCalledWith(...what)
})

test('a folder has no box; a click opens it', async () => {
  const { state, user } = show(folder)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^photos/ }))
  expect(state.openFolder).toHaveBeenCalledWith('photos')
})

const files = ['1', '2', '3'].map((name) => anEntry(name))
const chosen = (...entries: Entry[]) => new Map(entries.map((one) => [one.path, one]))

test.each([
  ['the box', 'checkbox', 'Select 3'],
  ['the name', 'button', '3'],
])('Shift and a click on %s choose everything up to this file', async (_what, role, name) => {
  const { state, user } = show(files[2]!, { selection: chosen(files[0]!) }, files)
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole(role, { name }))
  expect(state.select).toHaveBeenCalledWith(chosen(...files))
  expect(state.openFile).not.toHaveBeenCalled()
})

test('Control and a click choose one file more', async () => {
  const { state, user } = show(files[2]!, { selection: chosen(files[0]!) }, files)
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('button', { name: '3' }))
  expect(state.select).toHaveBeenCalledWith(chosen(files[0]!, files[2]!))
})

test('keys choose everything, and nothing', async () => {
  const { state, user } = show(files[2]!, { selection: chosen(files[0]!) }, files)
  screen.getByRole('button', { name: '3' }).focus()
  await user.keyboard('{Control>}a{/Control}')
  expect(state.select).toHaveBeenLastCalledWith(chosen(...files))
  await user.keyboard('{Escape}')
  expect(state.select).toHaveBeenLastCalledWith(chosen())
})

test('keys rename and delete, but only for members who may', async () => {
  const { state, user } = show(file)
  screen.getByRole('button', { name: 'a.txt' }).focus()
  await user.keyboard('{F2}{Delete}')
  expect(state.startNaming).toHaveBeenCalledWith({ kind: 'rename', entry: file })
  expect(state.ask).toHaveBeenCalledWith({ kind: 'delete', entries: [file] })
})

test('a reader deletes nothing with a key', async () => {
  const { state, user } = show(file, refused)
  screen.getByRole('button', { name: 'a.txt' }).focus()
  await user.keyboard('{F2}{Delete}')
  expect(state.startNaming).not.toHaveBeenCalled()
  expect(state.ask).not.toHaveBeenCalled()
})

test('a file whose bytes are on their way cannot be opened', async () => {
  const { state, user } = show(anEntry('a.txt', { state: 'loading' }))
  await user.click(screen.getByRole('button', { name: 'a.txt' }))
  expect(state.openFile).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Actions of a.txt' })).toBeNull()
})
