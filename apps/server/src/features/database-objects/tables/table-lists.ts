import { tableList, tableListCount } from '@basalt/catalog/database-objects/tables.ts'
import type { TableListQuery } from '@basalt/contract/database-objects/tables/tables.schema.ts'
import type { ListStatements } from '../object-kind.ts'

export const tableLists: ListStatements<TableListQuery> = { page: tableList, count: tableListCount }
