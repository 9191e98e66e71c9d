import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FileCode2 } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { TabStrip } from './TabStrip.port.tsx'
import type { Tab } from './tab.port.ts'
import { dragNewTab, newTabDrop } from './tab-drag.port.ts'
import { tabActions } from './tabs.port.ts'
import { useTabStrip } from './use-tab-strip.port.ts'

const REF = 'aaaaaaaaaaaaaaaaaaaa'
const aTab = (name: string, over: Partial<Tab> = {}): Tab => ({
  id: `sql-${name}`,
  type: 'sql',
  label: name,
  isPreview: false,
  metadata: { sqlId: name },
  ...over,
})

/** The tab strip of a project with these tabs; the last one is active. */
async function openStrip(...tabs: Tab[]) {
  const actions = tabActions(REF)
  for (const tab of tabs) actions.open(tab)
  const on = { onGo: vi.fn(), onGoHome: vi.fn(), onNew: vi.fn(), onLeave: vi.fn() }
  function Strip() {
    const activeId = tabs.at(-1)?.id ?? null
    const strip = useTabStrip({ ref: REF, kind: 'sql', activeId, isNew: false, ...on })
    return (
      <TabStrip
        label="Open queries"
        newLabel="New query"
        iconOf={() => FileCode2}
        drop={newTabDrop((tab) => {
          strip.actions.open({ ...tab, isPreview: false })
          on.onGo(tab)
        })}
        tabs={strip.tabs}
        activeId={activeId}
        isNew={false}
        canRestore={strip.canRestore}
        linkTo={({ metadata }) => <a href={`/sql/${metadata.sqlId}`}>{metadata.sqlId}</a>}
        actions={strip.stripActions}
      />
    )
  }
  await renderPage(<Strip />)
  const labels = () => screen.getAllByRole('link').map((link) => link.textContent)
  return { ...on, labels }
}

test('closing the active tab activates the previous one, and it can be restored', async () => {
  const { labels, onGo, onLeave } = await openStrip(aTab('a'), aTab('b'), aTab('c'))
  await userEvent.click(screen.getByRole('button', { name: 'Close c' }))
  expect(labels()).toEqual(['a', 'b'])
  expect(onLeave).toHaveBeenCalledWith(expect.objectContaining({ label: 'c' }))
  expect(onGo).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'b' }))
  await userEvent.click(screen.getByRole('button', { name: 'Tab actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Restore closed tab/ }))
  expect(labels()).toEqual(['a', 'b', 'c'])
  expect(onGo).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'c' }))
})

test('closing the only tab opens the landing page', async () => {
  const { onGo, onGoHome } = await openStrip(aTab('a'))
  fireEvent.keyDown(document.body, { code: 'KeyW', altKey: true })
  await waitFor(() => expect(onGoHome).toHaveBeenCalledOnce())
  expect(onGo).not.toHaveBeenCalled()
})

test('a double click makes a preview permanent', async () => {
  await openStrip(aTab('a'), aTab('b', { isPreview: true }))
  const link = screen.getByRole('link', { name: 'b' })
  expect(link.className).toContain('italic')
  await userEvent.dblClick(link.closest('li')!)
  expect(screen.getByRole('link', { name: 'b' }).className).not.toContain('italic')
})

test('closing the others keeps pinned tabs and activates the remaining one', async () => {
  const { labels, onGo } = await openStrip(aTab('a'), aTab('b'), aTab('c'))
  fireEvent.contextMenu(screen.getByRole('link', { name: 'a' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pin' }))
  fireEvent.contextMenu(screen.getByRole('link', { name: 'b' }))
  const menu = await screen.findByRole('menu')
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Close others' }))
  expect(labels()).toEqual(['a', 'b'])
  expect(onGo).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'b' }))
})

test('a tab can be dragged, and moved through its menu', async () => {
  const { labels } = await openStrip(aTab('a'), aTab('b'), aTab('c'))
  const data = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()]
    },
  }
  const item = (name: string) => screen.getByRole('link', { name }).closest('li')!
  fireEvent.dragStart(item('c'), { dataTransfer })
  fireEvent.dragOver(item('a'), { dataTransfer })
  fireEvent.drop(item('a'), { dataTransfer })
  expect(labels()).toEqual(['c', 'a', 'b'])
  fireEvent.contextMenu(screen.getByRole('link', { name: 'b' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move left' }))
  expect(labels()).toEqual(['c', 'b', 'a'])
})

test('what is dragged to the strip from elsewhere opens for good', async () => {
  const { labels, onGo } = await openStrip(aTab('a'))
  const data = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    types: ['application/x-basalt-new-tab'],
  }
  dragNewTab(dataTransfer, aTab('b', { isPreview: true }))
  const strip = screen.getByRole('navigation', { name: 'Open queries' })
  fireEvent.dragOver(strip, { dataTransfer })
  fireEvent.drop(strip, { dataTransfer })
  expect(labels()).toEqual(['a', 'b'])
  expect(screen.getByRole('link', { name: 'b' }).className).not.toContain('italic')
  expect(onGo).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'b' }))
})
