import { expect, type Locator } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { signInAsReader, test } from './fixtures.ts'

const ANN = 'b7c1f8de-52ad-4b3c-9d0f-1b5b6a3f9d55'
const BEN = '0e8f5a61-7f53-4c46-8a53-0d6a4a1a7a11'

const notes = `
  create table notes (id int primary key, user_id uuid, body text);
  alter table notes enable row level security;
  insert into notes values (1, '${ANN}', 'of Ann'), (2, '${BEN}', 'of Ben'), (3, null, 'of nobody');
  create table open (id int);`

/** Replaces the text of an SQL field as one paste, because the editor closes brackets that are typed. */
async function write(field: Locator, text: string) {
  await field.focus()
  await field.press('ControlOrMeta+a')
  await field.press('Delete')
  await field.page().keyboard.insertText(text)
}

test('a policy is made from a template, and a trial as a user shows which rows it lets through', async ({
  page,
  project,
  sql,
}) => {
  await sql(notes)
  await page.goto(`/project/${project.ref}/auth/policies`)
  await expect(page.getByText('anon and authenticated reach every row of this table.')).toBeVisible()
  await expect(page.getByText('No policies: only roles that bypass')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New policy on notes' }).click()
  const form = page.getByRole('dialog', { name: 'New policy' })
  await expect(form.getByRole('combobox', { name: 'Table' })).toHaveValue('notes')
  await form.getByRole('button', { name: 'Start from a template' }).click()
  await page.getByRole('menuitem', { name: 'Owners only' }).click()
  const using = form.getByRole('textbox', { name: 'USING' })
  await expect(using).toContainText('(select auth.uid()) = user_id')
  await write(using, '(select auth.uid()) = nobody')
  await expect(form.getByText(/Column "nobody" does not exist/)).toBeVisible()
  await write(using, 'auth.uid() = user_id')
  await expect(form.getByText(/called for each row/)).toBeVisible()
  await write(using, '(select auth.uid()) = user_id')
  await expect(form.getByText(/called for each row/)).toHaveCount(0)
  await expect(form.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'create policy "Owners only"',
  )
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await form.getByRole('button', { name: 'Create policy' }).click()
  const sheet = page.getByRole('dialog', { name: 'Owners only' })
  await expect(sheet.getByText('On public.notes')).toBeVisible()
  expect(await sql("select polname, polcmd from pg_policy where polrelid = 'notes'::regclass")).toEqual([
    { polname: 'Owners only', polcmd: '*' },
  ])

  await sheet.getByRole('link', { name: 'Try it' }).click()
  const trial = page.getByRole('dialog', { name: 'Try policies' })
  await expect(trial.getByText('0 of 3')).toBeVisible()
  await trial.getByRole('button', { name: 'Role: anon' }).click()
  const picker = page.getByRole('dialog', { name: 'Read and write as role' })
  await picker.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'authenticated' }).click()
  await picker.getByRole('textbox', { name: 'User ID' }).fill(ANN)
  await picker.getByRole('button', { name: 'Continue as this user' }).click()
  await expect(trial.getByText('1 of 3')).toBeVisible()
  await trial.getByRole('button', { name: 'Row 2, hidden' }).click()
  await expect(trial.getByText('Refused: no permissive policy lets it through.')).toBeVisible()
  await trial.getByRole('button', { name: 'Row 1, passes' }).click()
  await expect(trial.getByText('Let through by “Owners only”.')).toBeVisible()
  await trial.getByRole('textbox', { name: 'Values' }).fill(`{"user_id": "${BEN}"}`)
  await trial.getByRole('button', { name: 'Try as authenticated' }).click()
  await expect(trial.getByText(/PostgreSQL refuses it: new row violates row-level security/)).toBeVisible()
  await expectAccessible(page)
  await trial.getByRole('radio', { name: 'Delete the chosen row' }).click()
  await trial.getByRole('button', { name: 'Try as authenticated' }).click()
  await expect(trial.getByText('The row is deleted.')).toBeVisible()
  expect(await sql('select count(*)::int as rows from notes')).toEqual([{ rows: 3 }])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Row level security of open' }).click()
  await page.getByRole('menuitem', { name: 'Enable row level security' }).click()
  await expect(page.getByRole('region', { name: 'SQL of this change' })).toContainText(
    'enable row level security;',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable RLS' }).click()
  await expect(page.getByText('anon and authenticated reach every row of this table.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Owners only' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete policy' }).click()
  await expect(page.getByText('Owners only deleted')).toBeVisible()
  expect(await sql("select relrowsecurity from pg_class where relname = 'open'")).toEqual([
    { relrowsecurity: true },
  ])
})

test('the matrix tries roles and users on a copy, and a later run shows what is not as expected', async ({
  page,
  project,
  sql,
}) => {
  await sql(`${notes} create policy own on notes using ((select auth.uid()) = user_id)`)
  await page.goto(`/project/${project.ref}/auth/policies`)
  await page.getByRole('link', { name: 'Policy matrix' }).click()
  await expect(page.getByText('Nothing has been tried yet')).toBeVisible()
  await page.getByRole('button', { name: 'Role: service_role' }).click()
  const picker = page.getByRole('dialog', { name: 'Read and write as role' })
  await picker.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'authenticated' }).click()
  await picker.getByRole('textbox', { name: 'User ID' }).fill(ANN)
  await picker.getByRole('button', { name: 'Continue as this user' }).click()
  await expect(page.getByRole('button', { name: `Role: authenticated, user ${ANN}` })).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Remove authenticated' }).click()
  const run = page.getByRole('button', { name: 'Run on a copy' })
  await run.click()
  const matrix = page.getByRole('table', { name: 'Policy matrix' })
  await expect(matrix.getByRole('button', { name: `${ANN} reads 1 of 3 rows of notes` })).toBeVisible()
  await matrix.getByRole('button', { name: 'anon inserts rows of notes: refused' }).click()
  await expect(page.getByText(/new row violates row-level security policy/)).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)
  await page.getByRole('button', { name: 'Save as expected' }).click()
  await expect(page.getByText('Everything is as expected.')).toBeVisible()

  await sql('create policy everyone on notes for select using (true)')
  await run.click()
  await expect(page.getByText('2 cells differ from what is expected.')).toBeVisible()
  await expect(
    matrix.getByRole('button', { name: 'anon reads 3 of 3 rows of notes; expected: no rows' }),
  ).toBeVisible()
  expect(await sql('select count(*)::int as rows from notes')).toEqual([{ rows: 3 }])
})

test('a policy that recurses is refused, and a read-only member sees why nothing can be changed', async ({
  page,
  context,
  account,
  organization,
  project,
  sql,
}) => {
  await sql(`${notes} create policy self on open using (true)`)
  await page.goto(`/project/${project.ref}/auth/policies?panel=new&on=notes`)
  const form = page.getByRole('dialog', { name: 'New policy' })
  await form.getByRole('textbox', { name: 'Name' }).fill('again')
  await write(form.getByRole('textbox', { name: 'USING' }), 'exists (select from notes n where n.id = 1)')
  await form.getByRole('button', { name: 'Create policy' }).click()
  await expect(form.getByText(/infinite recursion/).first()).toBeVisible()
  expect(await sql("select polname from pg_policy where polname = 'again'")).toEqual([])

  await signInAsReader(context, account, organization.slug)
  await page.goto(`/project/${project.ref}/auth/policies?find=open`)
  await expect(page.getByRole('button', { name: 'New policy', exact: true })).toBeDisabled()
  await page.getByRole('link', { name: 'self' }).click()
  await expect(
    page.getByRole('dialog', { name: 'self' }).getByRole('button', { name: 'Edit' }),
  ).toBeDisabled()
  await expectAccessible(page)
})
