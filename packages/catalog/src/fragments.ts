/** SQL fragments that several statements share. */

/** A join condition: whether the row `d` of pg_depend makes the object `oid` of `catalog`, such as `pg_proc`, an extension member. */
export const isExtensionDependency = (oid: string, catalog: string) =>
  `d.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass and d.objid = ${oid} and d.deptype = 'e'`

/** A condition: whether the object `oid` of a system catalog belongs to an extension. */
export const belongsToExtension = (oid: string, catalog: string) =>
  `exists (select from pg_catalog.pg_depend d where ${isExtensionDependency(oid, catalog)})`

/** A condition: whether functions that return `type`, an oid, can only be called by PostgreSQL itself. */
export const isCalledByPostgres = (type: string) =>
  `${type} in (select oid from pg_catalog.pg_type where typname in ('trigger', 'event_trigger', 'internal', 'language_handler'))`

/** A condition: whether the type `t` is a true array. Other types with elements, such as `point` and `name`, are not. */
export const isArray = (t: string) =>
  `${t}.typelem <> 0 and ${t}.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc`

/** A `from` item and condition: the columns `a` of the relation with the oid `relation`. */
export const columnsOf = (relation: string) =>
  `pg_catalog.pg_attribute a where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped`

/** The comment of an object, or of its part such as a column. Found by index, so that a page costs no more than its rows. */
export const comment = (oid: string, catalog: string, part = '0') =>
  `(select comments.description from pg_catalog.pg_description comments where comments.objoid = ${oid}
      and comments.classoid = 'pg_catalog.${catalog}'::pg_catalog.regclass and comments.objsubid = ${part})`

/** An array of the column names of a relation for an array of attribute numbers, in its order. */
export const columnNames = (relation: string, numbers: string) => `array(
    select a.attname::text from pg_catalog.unnest(${numbers}) with ordinality as part(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = ${relation} and a.attnum = part.number
    order by part.place)`
