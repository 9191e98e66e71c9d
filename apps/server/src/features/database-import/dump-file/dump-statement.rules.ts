/** What is done with a statement of a dump. */
export type DumpStatement =
  | { readonly kind: 'run' }
  /**
   * It says who owns something, which an import does not keep, or whether triggers fire, which its role may not decide:
   * dumps of data alone begin with it.
   */
  | { readonly kind: 'skipped' }
  /** It creates a role, as dumps of Basalt do. */
  | { readonly kind: 'role'; readonly name: string }
  /** It concerns roles, extensions or other servers, which may be missing here: refused, it is left out. */
  | { readonly kind: 'optional' }
  | { readonly kind: 'refused'; readonly reason: string }

/** As Basalt writes it for roles that may exist already. */
const CREATES_ROLE =
  /^do \$do\$ begin execute\s+E?'create role "((?:[^"]|"")+)" (?:[^']|'')*'; exception when duplicate_object then null; end \$do\$$/
const REPLICATION_ROLE = /^set\s+session_replication_role\s*(?:=|to)\s*'?(?:origin|replica)'?$/i
const OWNER = /^alter\s[\s\S]*\sowner\s+to\s+\S+$/i
const OPTIONAL =
  /^(?:grant|revoke|alter\s+default\s+privileges|security\s+label|comment\s+on\s+(?:extension|database|server|foreign|schema\s+"?public"?\s)|(?:create|alter|drop)\s+(?:extension|publication|subscription|event\s+trigger|role|user|group|server|foreign\s+(?:table|data\s+wrapper))|alter\s+database|set\s+\w*(?:timeout|tablespace|access_method|row_security)\b)/i
const TRANSACTION =
  /^(?:begin|start\s+transaction|commit|end|rollback|abort|savepoint|release|prepare\s+transaction)\b/i
const ROLE = /^(?:set|reset)\s+(?:local\s+|session\s+)?(?:role|session\s+authorization)\b/i
const ENCODING = /^set\s+(?:session\s+)?(?:client_encoding\s*(?:=|to)|names)\s*'?([\w-]+)/i
const COPY_TO = /^copy\b[\s\S]*\bto\s+(?:stdout|program|')/i
const UTF8 = /^(?:utf-?8|unicode|default)$/i

/** Decides by the beginning of a statement, without its comments. */
export function dumpStatement(text: string): DumpStatement {
  if (TRANSACTION.test(text))
    return refused('It ends or begins a transaction. A file is imported as one transaction, or not at all.')
  if (ROLE.test(text)) return refused('It changes the role. Everything of an import has one owner.')
  if (COPY_TO.test(text)) return refused('It copies rows out of the database.')
  const encoding = ENCODING.exec(text)?.[1]
  if (encoding !== undefined && !UTF8.test(encoding))
    return refused(
      `The file is encoded as ${encoding}. Dump the database again with pg_dump --encoding=UTF8.`,
    )
  if (OWNER.test(text) || REPLICATION_ROLE.test(text)) return { kind: 'skipped' }
  const role = CREATES_ROLE.exec(text)?.[1]
  if (role !== undefined) return { kind: 'role', name: roleName(text, role) }
  return { kind: OPTIONAL.test(text) ? 'optional' : 'run' }
}

/** The name within an identifier within a string, which is of the form E'' when it holds a backslash. */
const roleName = (text: string, written: string) => {
  const quoted = written.replaceAll('""', '"').replaceAll("''", "'")
  return /execute\s+E'/.test(text) ? quoted.replaceAll('\\\\', '\\') : quoted
}

const refused = (reason: string): DumpStatement => ({ kind: 'refused', reason })
