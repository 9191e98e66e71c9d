import { type ObjectPage, objectLists, type Which } from './object-page.ts'

const lists = objectLists<'name', Which>({
  from: 'pg_catalog.pg_namespace n',
  where: () => "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'",
  oid: 'n.oid',
  namespace: null,
  names: ['n.nspname'],
  // public comes first.
  sorts: { name: ["(case n.nspname when 'public' then '0' else '1' end || n.nspname)", 'text'] },
})

/** Rows of `{ id, name, owner }`: the schemas that do not belong to PostgreSQL, `public` first. */
export const schemaList = (page: ObjectPage<'name', Which>) =>
  lists.page(
    page,
    `select pg_catalog.json_build_object('id', n.oid::pg_catalog.int8, 'name', n.nspname, 'owner', pg_catalog.pg_get_userbyid(n.nspowner))
    from pg_catalog.pg_namespace n where n.oid = page.oid`,
  )

export const schemaCount = lists.count
