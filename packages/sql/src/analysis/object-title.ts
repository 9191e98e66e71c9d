import { asList, asNode, namesIn, type SqlNode } from '../parser/sql-node.ts'
import { listed, relationName } from './title-names.ts'

/** A short title for a statement that creates, alters or drops something; undefined for any other. */
export function objectTitle(type: string, fields: SqlNode): string | undefined {
  switch (type) {
    case 'CreateStmt':
      return `Create table ${relationName(fields.relation)}`
    case 'ViewStmt':
      return `Create view ${relationName(fields.view)}`
    case 'IndexStmt':
      return `Create index on ${relationName(fields.relation)}`
    case 'CreateSchemaStmt':
      return `Create schema ${fields.schemaname}`
    case 'CreateExtensionStmt':
      return `Create extension ${fields.extname}`
    case 'CreateFunctionStmt':
      return `Create ${fields.is_procedure === true ? 'procedure' : 'function'} ${dotted(fields.funcname)}`
    case 'CreateTrigStmt':
      return `Create trigger on ${relationName(fields.relation)}`
    case 'CreatePolicyStmt':
      return `Create policy on ${relationName(fields.table)}`
    case 'CreateEnumStmt':
    case 'CompositeTypeStmt':
      return `Create type ${dotted(fields.typeName) || relationName(fields.typevar)}`
    case 'CreateRoleStmt':
      return `Create role ${fields.role}`
    case 'AlterTableStmt':
      return alterTitle(fields)
    case 'RenameStmt':
      return `Rename ${relationName(fields.relation) || kindOf(fields.renameType)}`
    case 'DropStmt':
      return `Drop ${kindOf(fields.removeType)} ${listed(asList(fields.objects).map(objectName))}`
    case 'GrantStmt':
      return `${fields.is_grant === true ? 'Grant' : 'Revoke'} rights on ${grantedOn(fields)}`
    case 'CommentStmt':
      return `Comment on ${kindOf(fields.objtype)} ${objectName(fields.object)}`.trimEnd()
    case 'VariableShowStmt':
      return `Show ${fields.name}`
    case 'DoStmt':
      return 'Run a block of code'
    case 'CallStmt':
      return `Call ${dotted(asNode(fields.funccall).funcname)}`
    case 'VacuumStmt':
      return fields.is_vacuumcmd === true ? 'Vacuum' : 'Analyze'
    default:
      return undefined
  }
}

function alterTitle(fields: SqlNode): string {
  const table = relationName(fields.relation)
  const commands = asList(fields.cmds).map((command) => asNode(asNode(command).AlterTableCmd))
  const [only] = commands
  if (commands.length === 1 && only?.subtype === 'AT_AddColumn')
    return `Add column ${asNode(asNode(only.def).ColumnDef).colname} to ${table}`
  if (commands.length === 1 && only?.subtype === 'AT_DropColumn')
    return `Drop column ${only.name} from ${table}`
  return `Alter ${kindOf(fields.objtype)} ${table}`
}

/** `foreign table` for `OBJECT_FOREIGN_TABLE`. */
const kindOf = (value: SqlNode[string] | undefined): string =>
  String(value ?? '')
    .replace(/^OBJECT_/, '')
    .replace('MATVIEW', 'materialized view')
    .replaceAll('_', ' ')
    .toLowerCase()

function objectName(value: SqlNode[string] | undefined): string {
  const { List, ObjectWithArgs, String: text, TypeName } = asNode(value)
  if (List) return dotted(asNode(List).items)
  if (ObjectWithArgs) return dotted(asNode(ObjectWithArgs).objname)
  return TypeName ? dotted(asNode(TypeName).names) : String(asNode(text).sval ?? '')
}

const grantedOn = (fields: SqlNode): string => {
  const names = asList(fields.objects).map((object) => {
    const { RangeVar } = asNode(object)
    return RangeVar ? relationName(RangeVar) : objectName(object)
  })
  return listed(names) || kindOf(fields.objtype)
}

const dotted = (value: SqlNode[string] | undefined): string =>
  namesIn(value)
    .filter((name, index) => index > 0 || name !== 'public')
    .join('.')
