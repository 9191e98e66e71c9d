import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { expect } from '@playwright/test'
import { call } from '../scripts/api-client.ts'
import { test } from './fixtures.ts'

test('shots', async ({ page, account, project }) => {
  const sql = (query: string) => call(account.caller, runQuery, { params: { ref: project.ref }, query: {}, body: { query } })
  await sql(`create table long (id int primary key, name text, at timestamptz default now(), tags text[], j jsonb, b bytea, r int4range, n numeric); insert into long select n, case n%5 when 0 then null when 1 then '' else 'name ' || n end, now(), array['a','b'], '{"a":1}', '\\x00ff', '[1,5)', n*1.5 from generate_series(1, 120000) n; analyze long`)
  const [{ oid }] = (await sql("select 'long'::regclass::oid::int as oid")) as [{ oid: number }]
  for (const [w, h] of [[1440, 900], [390, 844]] as const)
    for (const scheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(`/project/${project.ref}/editor/${oid}`)
      await expect(page.getByRole('gridcell', { name: 'name 2', exact: true })).toBeVisible()
      await expect(page.getByText(/of about/)).toBeVisible()
      if (w === 1440 && scheme === 'dark') {
        const bar = page.getByRole('scrollbar', { name: 'Position in the table' })
        const thumb = (await bar.boundingBox())!
        await page.mouse.move(thumb.x + 4, thumb.y + 4)
        await page.mouse.down()
        await page.mouse.move(thumb.x + 4, thumb.y + 300, { steps: 4 })
        await page.screenshot({ path: `/tmp/shot-drag.png` })
        await page.mouse.up()
      }
      await page.screenshot({ path: `/tmp/shot-${w}-${scheme}.png` })
    }
})
