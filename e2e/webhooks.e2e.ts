import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose } from './choose.ts'
import { signInAsReader, test } from './fixtures.ts'

/** A receiver that fails until it is told otherwise. */
async function openReceiver() {
  const received: { type: string; record: { id: number; note: string } | null; key: string | undefined }[] =
    []
  let status = 500
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ ...JSON.parse(body), key: request.headers['x-key'] })
    response.writeHead(status).end('{"seen": true}')
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`,
    recovers() {
      status = 200
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

test('a webhook is created by its form, sends a changed row, and its log shows it and sends it again', async ({
  page,
  project,
  sql,
}) => {
  await using receiver = await openReceiver()
  await sql('create table "Odd ""orders"" 🐘" (id int8 primary key, note text)')
  await page.goto(`/project/${project.ref}/database/types`)
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await expect(form.getByText('Enter an address such as')).toBeVisible()
  await expect(form.getByText('Choose one')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill("order's events")
  await form.getByRole('combobox', { name: 'Table' }).fill('odd')
  await page.getByRole('option', { name: 'Odd "orders" 🐘' }).click()
  await form.getByRole('checkbox', { name: 'Delete' }).click()
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await form.getByRole('button', { name: 'Add header' }).click()
  await form.getByRole('textbox', { name: 'Name of header 1' }).fill('X-Key')
  await form.getByLabel('Value of header 1', { exact: true }).fill('k-1')
  await expect(form.getByRole('region', { name: 'SQL of this webhook' })).toContainText(
    'create trigger "order\'s events"',
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const created = page.getByRole('dialog', { name: 'Webhook created' })
  await expect(created).toContainText('whsec_')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(created).toBeVisible()
  await created.getByRole('button', { name: 'Done' }).click()

  const sheet = page.getByRole('dialog', { name: "order's events" })
  await expect(sheet.getByText('No events yet')).toBeVisible()
  await sql(`insert into "Odd ""orders"" 🐘" values (1, 'first')`)
  const event = sheet.getByRole('button', { name: /^Event \d+, INSERT$/ })
  await expect(sheet.getByText('Retrying')).toBeVisible()
  expect(receiver.received).toMatchObject([{ type: 'INSERT', record: { id: 1, note: 'first' }, key: 'k-1' }])
  await expectAccessible(page)
  await choose(sheet.getByRole('combobox', { name: 'State' }), 'Delivered')
  await expect(sheet.getByText('No matching events')).toBeVisible()
  await sheet.getByRole('button', { name: 'Clear filters' }).click()

  await event.click()
  await expect(sheet.getByRole('region', { name: 'Attempts' })).toContainText('Answered 500')
  await expect(sheet.getByRole('region', { name: 'Attempts' })).toContainText('{"seen": true}')
  await expect(sheet.getByRole('region', { name: 'Body of the request' })).toContainText('"note": "first"')
  await expectAccessible(page)
  receiver.recovers()
  // On a busy machine it was tried again meanwhile.
  const failed = receiver.received.length
  await sheet.getByRole('button', { name: 'Send again' }).click()
  await expect(sheet.getByText('Answered 200', { exact: true }).first()).toBeVisible()
  expect(receiver.received.length).toBeGreaterThan(failed)
  await page.reload()
  await expect(sheet.getByRole('region', { name: 'Attempts' }).getByRole('listitem')).toHaveCount(
    receiver.received.length,
  )
  await sheet.getByRole('button', { name: 'All events' }).click()
  await expect(sheet.getByText('Delivered').first()).toBeVisible()

  await sheet.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText("order's events received the test event")).toBeVisible()
  expect(receiver.received.at(-1)).toMatchObject({ type: 'TEST', record: null })
  await sheet.getByRole('button', { name: 'Pause' }).click()
  const pause = page.getByRole('alertdialog')
  await expect(pause.getByRole('region', { name: 'SQL of this change' })).toContainText('disable trigger')
  await pause.getByRole('button', { name: 'Pause webhook' }).click()
  await expect(sheet.getByText('Changes are not recorded')).toBeVisible()
  await sql(`insert into "Odd ""orders"" 🐘" values (2, 'while paused')`)
  await sheet.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: "Edit order's events" })
  await expect(edit.getByLabel('Value of header 1', { exact: true })).toHaveValue('')
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('renamed')
  await edit.getByRole('button', { name: 'Save webhook' }).click()
  const renamed = page.getByRole('dialog', { name: 'renamed', exact: true })
  await renamed.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume webhook' }).click()
  // Until then the panel behind it has no role, and so no text.
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(renamed).toBeVisible()
  await expect(renamed.getByText('Changes are not recorded')).toHaveCount(0)
  await sql(`update "Odd ""orders"" 🐘" set note = 'changed' where id = 1`)
  await expect(renamed.getByRole('button', { name: /UPDATE$/ })).toBeVisible()
  await expect.poll(() => receiver.received.at(-1)).toMatchObject({ record: { note: 'changed' }, key: 'k-1' })
  expect(receiver.received.filter(({ record }) => record?.id === 2)).toEqual([])

  await page.keyboard.press('Escape')
  const list = page.getByRole('table', { name: 'Webhooks' })
  await expect(list.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Actions for renamed' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate renamed' })
  await expect(copy.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('renamed_copy')
  await expectAccessible(page)
  await copy.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await copy.getByLabel('Value of header 1', { exact: true }).fill('k-2')
  await copy.getByRole('button', { name: 'Create webhook' }).click()
  await created.getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Escape')
  await expect(list.getByRole('row')).toHaveCount(3)

  await sql(`create table calls (event jsonb); grant insert on calls to service_role;
    create function "on order"(event jsonb) returns text language sql
      as $$ insert into public.calls values (event); select 'noted' $$`)
  await page.getByRole('button', { name: 'Actions for renamed_copy' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const moved = page.getByRole('dialog', { name: 'Edit renamed_copy' })
  await choose(moved.getByRole('combobox', { name: 'Sends to' }), 'Function of the database')
  await moved.getByRole('button', { name: 'Save webhook' }).click()
  await expect(moved.getByText('Enter the name of a function')).toBeVisible()
  await moved.getByRole('textbox', { name: 'Function', exact: true }).fill('on order')
  await expectAccessible(page)
  await moved.getByRole('button', { name: 'Save webhook' }).click()
  const calling = page.getByRole('dialog', { name: 'renamed_copy', exact: true })
  await expect(calling.getByText('public.on order()')).toBeVisible()
  await sql(`insert into "Odd ""orders"" 🐘" values (3, 'called')`)
  await calling.getByRole('button', { name: /INSERT$/ }).click()
  await expect(calling.getByRole('region', { name: 'Attempts' })).toContainText('The function returned')
  await expect(calling.getByRole('region', { name: 'Attempts' })).toContainText('noted')
  expect(await sql("select event->'record'->>'note' as note from calls")).toEqual([{ note: 'called' }])
  await page.keyboard.press('Escape')
  for (const name of ['renamed', 'renamed_copy']) {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const drop = page.getByRole('alertdialog')
    await expect(drop.getByRole('region', { name: 'SQL of this change' })).toContainText(
      `drop trigger "${name}"`,
    )
    await drop.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(drop).toBeHidden()
  }
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  expect(await sql(`select count(*)::int as left from pg_trigger where tgname like 'renamed%'`)).toEqual([
    { left: 0 },
  ])
})

test('a member who may only read sees webhooks and their log, and changes nothing', async ({
  page,
  context,
  account,
  project,
}) => {
  await signInAsReader(context, account, project.organization_slug)
  await page.goto(`/project/${project.ref}/integrations/webhooks/overview?panel=new`)
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New webhook' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
