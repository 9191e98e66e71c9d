import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readPreference } from '../../../lib/preference.ts'
import { UiProvider } from '../../../ui/UiProvider.tsx'
import type { MenuContext } from '../../menus/menu.port.ts'
import { aMenuContext } from '../../menus/menu-context.fixture.ts'
import { railOf } from '../../menus/navigation.rules.ts'
import { placeOf } from '../place/place.rules.ts'
import { Sidebar } from './Sidebar.tsx'
import { rememberSidebarOpen } from './sidebar.state.ts'
// The rail loads it later; compiling it must not take from the time in which its menu has to open.
import './SidebarControl.tsx'

beforeEach(() => rememberSidebarOpen(false))

async function show(pathname: string, context: Partial<MenuContext>) {
  const groups = railOf(placeOf(pathname), { slug: 'acme', ref: 'abc' }, aMenuContext(context))
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Sidebar label="Places" groups={groups} /> }),
    history: createMemoryHistory({ initialEntries: [pathname] }),
  })
  render(
    <UiProvider>
      {/* The registered type is the product's router; this one has a single page. */}
      <RouterProvider router={router as never} />
    </UiProvider>,
  )
  await screen.findByRole('navigation', { name: 'Places' })
  return userEvent.setup()
}

const rail = () => screen.getByRole('navigation', { name: 'Places' })

test('one link is current, even while all link to the overview', async () => {
  await show('/project/abc', { status: 'COMING_UP' })
  const links = screen.getAllByRole('link')
  const overview = links.filter((link) => link.getAttribute('href') === '/project/abc')
  expect(overview.length).toBeGreaterThan(1)
  const current = links.filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map((link) => link.textContent)).toEqual(['Project Overview'])
})

test('the mode of the rail is set in its footer and stored', async () => {
  const user = await show('/project/abc', {})
  // Only the loaded button says whether it is expanded. A click on the one before it may find it replaced.
  await user.click(await screen.findByRole('button', { name: 'Sidebar control', expanded: false }))
  const modes = await screen.findAllByRole('menuitemradio')
  expect(modes.map((mode) => mode.textContent)).toEqual(['Expanded', 'Collapsed', 'Expand on hover'])
  expect(modes[2]?.getAttribute('aria-checked')).toBe('true')
  await user.click(modes[1]!)
  expect(readPreference('sidebar', z.string(), 'none')).toBe('closed')
  localStorage.clear()
})

test('hovering opens the rail, and a reloaded page restores it', async () => {
  const user = await show('/org/acme', {})
  expect(rail().className).toContain('w-12')
  await user.hover(rail())
  expect(rail().className).toContain('w-52')
  expect(document.cookie).toContain('sidebar_open=true')
  await user.unhover(rail())
  expect(rail().className).toContain('w-12')
  expect(document.cookie).toContain('sidebar_open=false')
})

test('a disabled line gives its reason and has no link', async () => {
  await show('/org/acme', { lacksMfa: true })
  expect(screen.queryAllByRole('link')).toEqual([])
  const projects = screen.getByRole('button', { name: 'Projects' })
  expect(projects.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(projects.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toMatch(/requires two-factor authentication/)
})
