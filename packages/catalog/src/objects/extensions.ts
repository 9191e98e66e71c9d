export interface ExtensionRow {
  name: string
  default_version: string
  /** Null for one that is not installed. */
  installed_version: string | null
  /** Where the installed one has its objects. */
  schema: string | null
  comment: string | null
}

/** Extensions that the server has, the installed ones first. They are files, so a database has some dozens. */
export const extensions = () => `
  select available.name, available.default_version, available.installed_version, n.nspname as schema, available.comment
  from pg_catalog.pg_available_extensions available
    left join pg_catalog.pg_extension e on e.extname = available.name
    left join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  order by available.installed_version is null, available.name`
