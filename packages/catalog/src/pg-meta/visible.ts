/** Conditions: what the current role may know of, as in information_schema. */

/** Whether it owns or has a privilege on the row `c` of pg_class. */
export const isVisibleRelation = (c: string) => `(pg_catalog.pg_has_role(${c}.relowner, 'usage')
    or pg_catalog.has_table_privilege(${c}.oid, 'select, insert, update, delete, truncate, references, trigger, maintain')
    or pg_catalog.has_any_column_privilege(${c}.oid, 'select, insert, update, references'))`

/** Whether it owns the row `c` of pg_class or has a privilege on its column `a`. */
export const isVisibleColumn = (c: string, a: string) => `(pg_catalog.pg_has_role(${c}.relowner, 'usage')
    or pg_catalog.has_column_privilege(${c}.oid, ${a}.attnum, 'select, insert, update, references'))`
