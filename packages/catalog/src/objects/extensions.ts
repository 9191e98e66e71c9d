export interface ExtensionRow {
  name: string
  default_version: string
  /** Null if not installed. */
  installed_version: string | null
  /** The schema of its objects, if installed. */
  schema: string | null
  comment: string | null
}

/** Available extensions, installed ones first. There are only some dozens, so it has no pages. */
export const extensions = () => `
  select available.name, available.default_version, available.installed_version, n.nspname as schema, available.comment
  from pg_catalog.pg_available_extensions available
    left join pg_catalog.pg_extension e on e.extname = available.name
    left join pg_catalog.pg_namespace n on n.oid = e.extnamespace
  order by available.installed_version is null, available.name`
