import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { hasImportRole, hasWrapper, importRole, removeImportRole, removeWrapper } from './import-role.ts'

test('what a killed server has left of an import is removed, however much it is, and nothing else', async () => {
  const database = await createThrowawayDatabase()
  const admin = new pg.Client(database.url)
  await admin.connect()
  const role = importRole(crypto.randomUUID())
  const other = `${role}_other`
  try {
    await admin.query(`
      create role ${role}; create role ${other}; create table public.kept (id int);
      create schema left_over authorization ${role}; set role ${role};
      create type left_over.mood as enum ('calm');
      create function left_over.one() returns int language sql as 'select 1';
      grant usage on schema left_over to ${other};
      do $$ begin for i in 1..1200 loop execute format('create table left_over.t%s (mood left_over.mood)', i); end loop; end $$;
      reset role`)
    await removeImportRole(admin, role, [other])
    expect(await hasImportRole(admin, role)).toBe(false)
    const { rows } = await admin.query(
      `
      select nspname as name from pg_namespace where nspname = 'left_over'
      union all select relname from pg_class where relname = 'kept'
      union all select rolname from pg_roles where rolname = $1`,
      [other],
    )
    expect(rows).toEqual([{ name: 'kept' }])
    // It is tried again when its success could not be stored.
    await removeImportRole(admin, role, [other])
  } finally {
    await admin.end()
    await database.drop()
  }
})

test('the wrapper of a failed import stays while a member has servers with it', async () => {
  const database = await createThrowawayDatabase()
  const admin = new pg.Client(database.url)
  await admin.connect()
  try {
    await admin.query('create extension postgres_fdw; create server mine foreign data wrapper postgres_fdw')
    await removeWrapper(admin)
    expect(await hasWrapper(admin)).toBe(true)
    await admin.query('drop server mine')
    await removeWrapper(admin)
    expect(await hasWrapper(admin)).toBe(false)
  } finally {
    await admin.end()
    await database.drop()
  }
})
