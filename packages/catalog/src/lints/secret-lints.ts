import { isOfUsers } from '@basalt/sql/schema-owners.rules.ts'
import { belongsToExtension } from '../fragments.ts'
import { found, type Lint } from './lint.ts'

/** Options of foreign servers and tables that hold a secret. Those that end with _id or _name name one in a vault. */
const SECRET_OPTION = '(^|_)(password|passwd|secret|token|api_key|access_key|private_key|secret_key)$'

/**
 * A key that may do everything: a secret key, or a token whose claims have the role `service_role`, of which Base64 has three
 * forms, because it encodes three bytes at a time.
 */
const SERVICE_KEY =
  'bst_secret_[0-9a-f]{16}|eyJ[\\w.-]*(InJvbGUiOiJzZXJ2aWNlX3JvbGUi|Jyb2xlIjoic2VydmljZV9yb2xlI|icm9sZSI6InNlcnZpY2Vfcm9sZS)'

/** Types whose values pg_upgrade cannot carry over; those of relations, roles and types it can. */
const BLOCKING_TYPES = [
  'collation',
  'config',
  'dictionary',
  'namespace',
  'oper',
  'operator',
  'proc',
  'procedure',
]
  .map((kind) => `'reg${kind}'::regtype`)
  .join(', ')

/** What extensions, servers and references give away or break. */
export const secretLints: readonly Lint[] = [
  {
    name: 'foreign_server_plain_secret',
    title: 'Password in the options of a foreign server',
    level: 'WARN',
    description:
      'Every role of the database can read the options of foreign servers and tables in the catalog, passwords included.',
    remediation:
      'Move it to a user mapping, whose options only its owner can read, or to the vault. Then drop the option.',
    sql: () => `
      select ${found({
        catalog: 'pg_foreign_server',
        oid: 's.oid',
        schema: 'null',
        name: 's.srvname',
        type: 'foreign server',
        entity: 'o.option_name',
        detail: `format('The server %I has the option %s', s.srvname, o.option_name)`,
      })}
      from pg_catalog.pg_foreign_server s cross join lateral pg_catalog.pg_options_to_table(s.srvoptions) o
      where o.option_name ~* '${SECRET_OPTION}'
      union all
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'foreign table',
        entity: 'o.option_name',
        detail: `format('The foreign table %I.%I has the option %s', n.nspname, c.relname, o.option_name)`,
      })}
      from pg_catalog.pg_foreign_table t
        join pg_catalog.pg_class c on c.oid = t.ftrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        cross join lateral pg_catalog.pg_options_to_table(t.ftoptions) o
      where o.option_name ~* '${SECRET_OPTION}'`,
  },
  {
    name: 'leaked_service_key',
    title: 'Secret key that every role can read',
    level: 'ERROR',
    description:
      'Every role of the database can read the sources of functions and the arguments of triggers in the catalog. Anyone who has this key bypasses all policies.',
    remediation:
      'Read the key from the vault instead, or from a table that only the function’s owner can read. Then replace the key, because it may have been read.',
    sql: () => `
      select ${found({
        catalog: 'pg_proc',
        oid: 'p.oid',
        schema: 'n.nspname',
        name: 'p.proname',
        type: 'function',
        entity: 'pg_catalog.pg_get_function_identity_arguments(p.oid)',
        detail: `format('The source of the function %I.%I has a secret key', n.nspname, p.proname)`,
      })}
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where ${isOfUsers('n.nspname')} and p.prosrc ~ '${SERVICE_KEY}'
      union all
      select ${found({
        catalog: 'pg_trigger',
        oid: 't.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        entity: 't.tgname',
        detail: `format('The trigger %I of %I.%I has a secret key in its arguments', t.tgname, n.nspname, c.relname)`,
      })}
      from pg_catalog.pg_trigger t
        join pg_catalog.pg_class c on c.oid = t.tgrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${isOfUsers('n.nspname')} and not t.tgisinternal and t.tgnargs > 0
        and pg_catalog.encode(t.tgargs, 'escape') ~ '${SERVICE_KEY}'`,
  },
  {
    name: 'fkey_to_auth_unique',
    title: 'Foreign key to a unique column of auth',
    level: 'ERROR',
    description:
      'Only the primary keys of the auth schema stay as they are. A key to another unique column blocks upgrades of auth, and with them its fixes.',
    remediation: 'Refer to the primary key instead, such as auth.users (id).',
    sql: () => `
      select ${found({
        catalog: 'pg_constraint',
        oid: 'k.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        entity: 'k.conname',
        detail: `format('The foreign key %I of %I.%I refers to a unique constraint of %s', k.conname, n.nspname, c.relname, k.confrelid::regclass)`,
        facts: `jsonb_build_object('fkey_name', k.conname)`,
      })}
      from pg_catalog.pg_constraint k
        join pg_catalog.pg_class c on c.oid = k.conrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        join pg_catalog.pg_class target on target.oid = k.confrelid
        join pg_catalog.pg_index i on i.indexrelid = k.conindid
      where k.contype = 'f' and k.conparentid = 0 and ${isOfUsers('n.nspname')}
        and target.relnamespace = pg_catalog.to_regnamespace('auth') and not i.indisprimary`,
  },
  {
    name: 'extension_in_public',
    title: 'Extension in the public schema',
    level: 'WARN',
    description:
      "The project's API exposes the functions of this extension, and their names get in the way of yours.",
    remediation: 'Install it into the schema extensions.',
    sql: () => `
      select ${found({
        catalog: 'pg_extension',
        oid: 'e.oid',
        schema: 'n.nspname',
        name: 'e.extname',
        type: 'extension',
        detail: `format('The extension %I is in the schema public', e.extname)`,
      })}
      from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
      where n.nspname = 'public'`,
  },
  {
    name: 'extension_versions_outdated',
    title: 'Outdated extension',
    level: 'WARN',
    description: 'A newer version is installed on this server. Old ones may lack fixes.',
    remediation: 'Update the extension to the version that this server offers.',
    sql: () => `
      select ${found({
        catalog: 'pg_extension',
        oid: 'e.oid',
        schema: 'null',
        name: 'e.extname',
        type: 'extension',
        detail: `format('The extension %I is at version %s; %s is available', e.extname, e.extversion, a.default_version)`,
      })}
      from pg_catalog.pg_extension e join pg_catalog.pg_available_extensions() a on a.name = e.extname
      where a.default_version <> e.extversion`,
  },
  {
    name: 'unsupported_reg_types',
    title: 'Column of a type that blocks upgrades',
    level: 'WARN',
    description:
      'Values of this type are the numbers of catalog rows, which a major upgrade of PostgreSQL changes. It refuses tables with such columns.',
    remediation: 'Store the name as text and cast it where it is used.',
    sql: () => `
      select ${found({
        catalog: 'pg_class',
        oid: 'c.oid',
        schema: 'n.nspname',
        name: 'c.relname',
        type: 'table',
        entity: 'a.attname',
        detail: `format('The column %I of %I.%I has the type %s', a.attname, n.nspname, c.relname, a.atttypid::regtype)`,
        fix: `format('alter table %I.%I alter column %I type text using %3$I::text', n.nspname, c.relname, a.attname)`,
        facts: `jsonb_build_object('column', a.attname)`,
      })}
      from pg_catalog.pg_attribute a
        join pg_catalog.pg_class c on c.oid = a.attrelid
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where ${isOfUsers('n.nspname')} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.atttypid in (${BLOCKING_TYPES})
        and not ${belongsToExtension('c.oid', 'pg_class')}`,
  },
]
