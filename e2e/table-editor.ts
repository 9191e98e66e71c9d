import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { expect, type Page } from '@playwright/test'
import type { Sql } from './fixtures.ts'

/** The number in the URL of a table, view or sequence. */
export async function oidOf(sql: Sql, name: string): Promise<number> {
  const [row] = await sql(`select '${name}'::regclass::oid::int as oid`)
  return row!.oid as number
}

/** The rows of the open table. */
export const rowsOf = (page: Page, table: string) => page.getByRole('grid', { name: `Rows of ${table}` })

/** Opens a table by its URL and waits for its rows; `origin` is of another server than that of the browser tests. */
export async function openTable(
  page: Page,
  sql: Sql,
  { ref }: Pick<Project, 'ref'>,
  name: string,
  origin = '',
) {
  await page.goto(`${origin}/project/${ref}/editor/${await oidOf(sql, name)}`)
  const grid = rowsOf(page, name)
  await expect(grid).toBeVisible()
  return grid
}

/** The bar of the changes that are not saved yet. */
export const changesOf = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true })

/** The list of tables beside the rows. */
export const tablesOf = (page: Page) => page.getByRole('complementary', { name: 'Tables' })
