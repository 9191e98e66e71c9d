/** Parts of statements that several kinds of objects share, as SQL text. */

/** A condition on `d` of pg_depend: does it record that the object `oid` of `catalog`, such as `pg_proc`, belongs to an extension? */
export const belongsToExtension = (oid: string, catalog: string) =>
  `d.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass and d.objid = ${oid} and d.deptype = 'e'`

/** A condition: does the object `oid` of a system catalog belong to an extension? */
export const isOfExtension = (oid: string, catalog: string) =>
  `exists (select from pg_catalog.pg_depend d where ${belongsToExtension(oid, catalog)})`

/** A condition: is `type`, an oid, one whose functions only PostgreSQL itself calls? */
export const isCalledByPostgres = (type: string) =>
  `${type} in (select oid from pg_catalog.pg_type where typname in ('trigger', 'event_trigger', 'internal', 'language_handler'))`

/** A condition: is the type `t` a list of another? Points and names have elements too, and are no lists. */
export const isList = (t: string) =>
  `${t}.typelem <> 0 and ${t}.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc`

/** The columns `a` of the relation whose oid `relation` gives, to follow a `from`. */
export const columnsOf = (relation: string) =>
  `pg_catalog.pg_attribute a where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped`

/** The comment of an object, or of one of its parts: looked up by index, so that a page costs no more than its rows. */
export const comment = (oid: string, catalog: string, part = '0') =>
  `(select said.description from pg_catalog.pg_description said where said.objoid = ${oid}
      and said.classoid = 'pg_catalog.${catalog}'::pg_catalog.regclass and said.objsubid = ${part})`

/** The names of a relation's columns by their numbers, in the order of the numbers: of keys, indexes and triggers. */
export const columnNames = (relation: string, numbers: string) => `array(
    select a.attname::text from pg_catalog.unnest(${numbers}) with ordinality as part(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = ${relation} and a.attnum = part.number
    order by part.place)`
