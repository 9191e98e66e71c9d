import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectReadableColours } from './accessibility.ts'
import { choose, listOf } from './choose.ts'
import { signInAsReader, test } from './fixtures.ts'
import { oidOf, tablesOf } from './table-editor.ts'

const shop = `
  create table people (a int, b text, name text, primary key (a, b));
  insert into people values (1, 'x', 'Ann'), (2, 'y', 'Bob')`

/** Types into a combobox and takes the option of that name. */
async function pick(box: Locator, option: string) {
  await box.click()
  await box.fill(option)
  const list = await listOf(box)
  await list
    .getByRole('option', { name: new RegExp(`^${option}\\b`) })
    .first()
    .click()
  await expect(box).toHaveValue(option)
}

const codeOf = (panel: Locator) => panel.getByRole('region', { name: 'SQL of this change' })

test('a table is created with a composite key and a foreign key, survives a reload, and opens', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await page.goto(`/project/${project.ref}/editor`)
  await tablesOf(page).getByRole('button', { name: 'New table' }).click()
  await expect(page).toHaveURL(/panel=new/)
  const panel = page.getByRole('dialog', { name: 'New table' })
  await expect(panel.getByText('The SQL appears here when the form is complete.')).toBeVisible()
  await panel.getByRole('button', { name: 'Create table' }).click()
  await expect(panel.getByText('Please assign a name for your table').first()).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expectAccessible(page)

  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('or"ders')
  await panel.getByRole('button', { name: 'Add column' }).click()
  await panel.getByRole('textbox', { name: 'Name of column 3' }).fill('person a')
  await pick(panel.getByRole('combobox', { name: 'Type of column 3' }), 'int4')
  await panel.getByRole('button', { name: 'Add column' }).click()
  await panel.getByRole('textbox', { name: 'Name of column 4' }).fill('person b')
  await pick(panel.getByRole('combobox', { name: 'Type of column 4' }), 'text')
  // By keyboard: the second column goes first.
  await panel.getByRole('button', { name: 'Move column 2; use the up and down arrow keys' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(panel.getByRole('textbox', { name: 'Name of column 1' })).toHaveValue('created_at')
  await panel.getByRole('checkbox', { name: 'Primary key of column 3' }).click()

  await panel.getByRole('button', { name: 'Add foreign key' }).click()
  const key = panel.getByRole('group', { name: 'Foreign key 1' })
  await pick(key.getByRole('combobox', { name: 'Table' }), 'people')
  await choose(panel.getByRole('combobox', { name: 'Column 1 of foreign key 1', exact: true }), 'person a')
  await chooseNoted(
    panel.getByRole('combobox', { name: 'Column of people for column 1 of foreign key 1' }),
    'a',
  )
  await panel.getByRole('button', { name: 'Add pair of columns' }).click()
  await choose(panel.getByRole('combobox', { name: 'Column 2 of foreign key 1', exact: true }), 'person b')
  await chooseNoted(
    panel.getByRole('combobox', { name: 'Column of people for column 2 of foreign key 1' }),
    'b',
  )
  await choose(key.getByRole('combobox', { name: 'On delete' }), 'Cascade')
  await expect(codeOf(panel)).toContainText('primary key ("id", "person a")')
  await expect(codeOf(panel)).toContainText(
    'foreign key ("person a", "person b") references "public"."people" ("a", "b") on delete cascade',
  )
  await expect(panel.getByText('Writers of public.people wait until the change is done.')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectReadableColours(page)

  await page.reload()
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('or"ders')
  await expect(codeOf(panel)).toContainText('on delete cascade')
  await panel.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByRole('heading', { name: 'public.or"ders' })).toBeVisible()
  await expect(page).not.toHaveURL(/panel/)
  expect(
    await sql(`select relrowsecurity as rls,
      array_to_string(array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 order by attnum), ', ') as columns,
      array_to_string(array(select pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype in ('p', 'f') order by contype), '; ') as keys
      from pg_class c where relname = 'or"ders'`),
  ).toEqual([
    {
      rls: true,
      columns: 'created_at, id, person a, person b',
      keys: 'FOREIGN KEY ("person a", "person b") REFERENCES people(a, b) ON DELETE CASCADE; PRIMARY KEY (id, "person a")',
    },
  ])
})

/** As `choose`, for options with a note behind their names. */
async function chooseNoted(box: Locator, option: string) {
  await box.click()
  const list = await listOf(box)
  await list
    .getByRole('option', { name: new RegExp(`^${option}\\b`) })
    .first()
    .click()
  await expect(box).toContainText(option)
}

test('a column is renamed and retyped with a warning, and what PostgreSQL refuses is told at its field', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await sql(`create table big as select n as id, n::text as amount, repeat('x', 1000) as fill from generate_series(1, 20000) n;
    insert into people values (3, 'z', 'many')`)
  const oid = await oidOf(sql, 'big')
  await page.goto(`/project/${project.ref}/editor/${oid}?panel=edit`)
  const panel = page.getByRole('dialog', { name: 'Edit big' })
  await expect(panel.getByText('Nothing to change yet.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name of column 2' }).fill('total')
  await pick(panel.getByRole('combobox', { name: 'Type of column 2' }), 'int8')
  await expect(
    panel.getByText(/This rewrites 2\d\.\d MB\. Readers and writers of the table wait/),
  ).toBeVisible()
  await expect(panel.getByText('Values of total are converted.')).toBeVisible()
  await expect(codeOf(panel)).toContainText('alter column "total" type int8 using "total"::bigint')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Save changes' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('columnheader', { name: /total bigint/ })).toBeVisible()

  await page.goto(`/project/${project.ref}/editor/${await oidOf(sql, 'people')}?panel=edit`)
  const people = page.getByRole('dialog', { name: 'Edit people' })
  await pick(people.getByRole('combobox', { name: 'Type of column 3' }), 'int4')
  await people.getByRole('button', { name: 'Save changes' }).click()
  await expect(people.getByRole('alert').first()).toContainText('Invalid input syntax for type integer')
  await expectAccessible(page)
  // Somebody else changes the table meanwhile: what was typed stays, and nothing is overwritten.
  await sql('alter table people add column theirs int')
  await people.getByRole('button', { name: 'Save changes' }).click()
  await expect(people.getByText('was changed by someone else since you opened it')).toBeVisible()
  await people.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(people).toBeHidden()
})

test('a lock of another transaction is told in words', async ({ page, project, sql }) => {
  await sql(shop)
  const oid = await oidOf(sql, 'people')
  await page.goto(`/project/${project.ref}/editor/${oid}?panel=column`)
  const panel = page.getByRole('dialog', { name: 'New column' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('age')
  await pick(panel.getByRole('combobox', { name: 'Type' }), 'int4')
  await panel.getByRole('combobox', { name: 'Type' }).press('Tab')
  await panel.getByRole('textbox', { name: 'Default value' }).fill('5')
  await expect(codeOf(panel)).toContainText(`add column "age" int4 default '5'`)
  await expectAccessible(page)
  const held = sql('begin; lock table people in access exclusive mode; select pg_sleep(7); commit')
  await expect
    .poll(
      async () =>
        (
          await sql(
            `select count(*)::int as held from pg_locks where mode = 'AccessExclusiveLock' and relation = ${oid}`,
          )
        )[0],
    )
    .toEqual({ held: 1 })
  await panel.getByRole('button', { name: 'Add column' }).click()
  await expect(panel.getByText('Another transaction has kept the table locked for 5 seconds')).toBeVisible()
  await held
  await panel.getByRole('button', { name: 'Add column' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('columnheader', { name: /age integer/ })).toBeVisible()
})

test('a table is duplicated with rows, and dropped with what depends on it', async ({
  page,
  project,
  sql,
}) => {
  await sql(shop)
  await sql('create view names as select name from people')
  const oid = await oidOf(sql, 'people')
  await page.goto(`/project/${project.ref}/editor`)
  const list = tablesOf(page)
  await list.getByRole('link', { name: /people/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate table' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate people' })
  await expect(copy.getByRole('textbox', { name: 'Name' })).toHaveValue('people_duplicate')
  await copy.getByRole('checkbox', { name: 'Duplicate rows' }).click()
  await expect(codeOf(copy)).toContainText('insert into "public"."people_duplicate"')
  await expectAccessible(page)
  await copy.getByRole('button', { name: 'Duplicate table' }).click()
  await expect(page.getByRole('heading', { name: 'public.people_duplicate' })).toBeVisible()
  expect(
    await sql(
      `select name, obj_description('people_duplicate'::regclass) as about from people_duplicate order by a`,
    ),
  ).toEqual([
    { name: 'Ann', about: 'This is a duplicate of people' },
    { name: 'Bob', about: 'This is a duplicate of people' },
  ])

  const secured = (table: string) => sql(`select relrowsecurity from pg_class where relname = '${table}'`)
  expect(await secured('people_duplicate')).toEqual(await secured('people'))

  await page.goto(`/project/${project.ref}/editor/${oid}`)
  await page.getByRole('button', { name: 'Menu of name' }).click()
  await page.getByRole('menuitem', { name: 'Delete column' }).click()
  const column = page.getByRole('alertdialog', { name: 'Delete column name?' })
  await expect(column.getByText('view names')).toBeVisible()
  await column.getByRole('button', { name: 'Delete column' }).click()
  await expect(column.getByText('Choose to delete them as well')).toBeVisible()
  await column.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/project/${project.ref}/editor/${oid}?panel=delete`)
  const drop = page.getByRole('alertdialog', { name: 'Delete table people?' })
  await drop.getByRole('checkbox', { name: /Delete them as well/ }).click()
  await expect(codeOf(drop)).toHaveText('drop table "public"."people" cascade;')
  await expectAccessible(page)
  await drop.getByRole('button', { name: 'Delete table' }).click()
  await expect(page).not.toHaveURL(/panel/)
  expect(await sql(`select to_regclass('people') as people, to_regclass('names') as names`)).toEqual([
    { people: null, names: null },
  ])
})

test('row level security and Realtime are switched in the header', async ({ page, project, sql }) => {
  await sql(shop)
  await sql('create policy everyone on people using (true)')
  await page.goto(`/project/${project.ref}/editor/${await oidOf(sql, 'people')}`)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Enable RLS' })).toBeVisible()
  await page.getByRole('button', { name: 'Enable RLS' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Enable row level security on people?' })
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Enable RLS' }).click()
  await expect(page.getByRole('button', { name: 'RLS on, 1 policy' })).toBeVisible()
  // Pages that are open elsewhere follow.
  await expect(other.getByRole('button', { name: 'RLS on, 1 policy' })).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Realtime off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('button', { name: 'Realtime on' })).toBeVisible()
  expect(
    await sql(`select relrowsecurity as rls, exists (select from pg_publication_tables where tablename = 'people') as realtime
      from pg_class where relname = 'people'`),
  ).toEqual([{ rls: true, realtime: true }])
})

test('a read-only member reads the form and is told why it cannot be saved', async ({
  page,
  context,
  account,
  organization: { slug },
  project,
  sql,
}) => {
  await sql(shop)
  const oid = await oidOf(sql, 'people')
  await signInAsReader(context, account, slug)
  await page.goto(`/project/${project.ref}/editor/${oid}?panel=edit`)
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription(/change data with SQL in this project/)
  await page.goto(`/project/${project.ref}/editor/${oid}`)
  await expect(page.getByRole('button', { name: 'Enable RLS' })).toHaveAccessibleDescription(
    /change data with SQL in this project/,
  )
})

test('the form of a new table is filled from rows, and from SQL', async ({ page, project, sql }) => {
  await page.goto(`/project/${project.ref}/editor?panel=new`)
  const panel = page.getByRole('dialog', { name: 'New table' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('agents')
  await panel.getByText('Fill the form from rows').click()
  await panel.getByRole('textbox', { name: 'Rows' }).fill('code;born;paid\n007;2026-01-02;1.50\n')
  await panel.getByRole('button', { name: 'Use names and types' }).click()
  await expect(codeOf(panel)).toContainText(
    /"id" int8 generated by default as identity not null,\s+"code" text,\s+"born" date,\s+"paid" numeric,/,
  )
  await expectAccessible(page)

  await panel.getByText('Fill the form from SQL').click()
  const text = panel.getByRole('textbox', { name: 'CREATE TABLE statement' })
  await text.fill('drop table people')
  await panel.getByRole('button', { name: 'Fill the form' }).click()
  await expect(panel.getByText('Paste a CREATE TABLE statement.')).toBeVisible()
  await text.fill(
    `create table bills (id serial primary key, total numeric(10,2) not null default 0 check (total >= 0), made date);
     comment on table bills is 'in euros'`,
  )
  await panel.getByRole('button', { name: 'Fill the form' }).click()
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('bills')
  await expect(panel.getByRole('textbox', { name: 'Default of column 2' })).toHaveValue('0')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByRole('heading', { name: 'public.bills' })).toBeVisible()
  expect(
    await sql(`select relrowsecurity as rls, obj_description(oid) as about,
      (select format_type(atttypid, atttypmod) from pg_attribute where attrelid = c.oid and attname = 'total') as total
      from pg_class c where relname = 'bills'`),
  ).toEqual([{ rls: true, about: 'in euros', total: 'numeric(10,2)' }])
})

/** The panel fits a phone: nothing lies outside the screen. */
async function expectNoSideways(page: Page) {
  expect(
    await page.evaluate(() => {
      const dialog = document.querySelector('[role=dialog]')
      return dialog ? dialog.scrollWidth - dialog.clientWidth : -1
    }),
  ).toBeLessThanOrEqual(0)
}

test('a table is created on a phone', async ({ page, project }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/project/${project.ref}/editor?panel=new`)
  const panel = page.getByRole('dialog', { name: 'New table' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('small')
  await expect(codeOf(panel)).toContainText('create table "public"."small"')
  await expectNoSideways(page)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Create table' }).click()
  await expect(page.getByRole('heading', { name: 'public.small' })).toBeVisible()
})
