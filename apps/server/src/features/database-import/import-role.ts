import { quoteIdentifier } from '@basalt/sql/quote.ts'
import type pg from 'pg'
import { DATABASE, USER_ROLE } from '../../platform/project-databases/database-roles.ts'

type Runner = Pick<pg.Client, 'query'>

/** Relations that are removed in one transaction: each takes a lock, and locks are few. */
const REMOVED_AT_ONCE = 500

/**
 * The role that owns everything that an import creates. What it owns is removed when the import does not succeed, and
 * becomes the user's when it does; default privileges of the project do not open its tables meanwhile or later.
 */
export const importRole = (id: string) => `basalt_import_${id.replaceAll('-', '')}`

const user = quoteIdentifier(USER_ROLE)
const database = quoteIdentifier(DATABASE)

/**
 * Creates the role, without login; the user's role may switch to it. `existing` are schemas that it adds to. Its policies
 * and tables may refer to users.
 */
export async function createImportRole(admin: Runner, role: string, existing: readonly string[]) {
  const name = quoteIdentifier(role)
  const grants = existing.map(
    (schema) => `grant usage, create on schema ${quoteIdentifier(schema)} to ${name};`,
  )
  await admin.query(`
    begin;
    create role ${name} nologin;
    grant ${name} to ${user} with set true, inherit true;
    grant create, connect, temporary on database ${database} to ${name};
    grant usage on schema auth to ${name};
    grant references on auth.users to ${name};
    ${grants.join('\n')}
    commit`)
}

export async function hasImportRole(admin: Runner, role: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_catalog.pg_roles where rolname = $1', [role])
  return rowCount === 1
}

/** Makes what was imported the user's own, in one transaction. */
export async function finishImportRole(admin: Runner, role: string) {
  const name = quoteIdentifier(role)
  await admin.query(`
    begin;
    drop schema if exists ${name} cascade;
    reassign owned by ${name} to ${user};
    drop owned by ${name};
    drop role ${name};
    commit`)
}

/** Removes the role with all that it owns, and the roles that were created for its grants. Can be repeated. */
export async function removeImportRole(admin: Runner, role: string, createdRoles: readonly string[]) {
  const name = quoteIdentifier(role)
  // The sessions of a killed server may live on for a moment.
  await admin.query(
    `select pg_catalog.pg_terminate_backend(pid, 10000) from pg_catalog.pg_stat_activity
     where application_name = $1 and pid <> pg_catalog.pg_backend_pid()`,
    [role],
  )
  while (await removeSome(admin, role));
  const others = createdRoles.map((other) => `drop role if exists ${quoteIdentifier(other)};`)
  if (await hasImportRole(admin, role))
    await admin.query(`begin; drop owned by ${name} cascade; drop role ${name}; commit`)
  await admin.query(others.join('\n'))
}

export async function hasWrapper(admin: Runner): Promise<boolean> {
  const { rowCount } = await admin.query(`select from pg_catalog.pg_extension where extname = 'postgres_fdw'`)
  return rowCount === 1
}

/** Removes the wrapper that an import has enabled, unless a member has made servers with it meanwhile. */
export async function removeWrapper(admin: Runner): Promise<void> {
  await admin.query(`
    do $do$ begin
      drop extension if exists postgres_fdw;
    exception when dependent_objects_still_exist then null;
    end $do$`)
}

/** Drops some of the role's tables, which a whole transaction could not lock. Returns whether there were any. */
async function removeSome(admin: Runner, role: string): Promise<boolean> {
  const { rows } = await admin.query<{ name: string }>(
    `select c.oid::pg_catalog.regclass::text as name from pg_catalog.pg_class c
     where c.relowner = (select oid from pg_catalog.pg_roles where rolname = $1) and c.relkind in ('r', 'p')
     limit ${REMOVED_AT_ONCE}`,
    [role],
  )
  // Some may have gone with another that they are a partition of.
  if (rows.length > 0)
    await admin.query(rows.map(({ name }) => `drop table if exists ${name} cascade`).join(';\n'))
  return rows.length > 0
}
