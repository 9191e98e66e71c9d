import { PLATFORM_SCHEMAS } from '@basalt/sql/schema-owners.rules.ts'
import { isProjectDefault } from '../project-defaults.rules.ts'
import { withoutHeader } from '../statement-header.ts'

/**
 * What a statement of a dump is to the platform: `own` defines what every project has, `rows` fills it, and `attached` is
 * something of the users at one of its tables.
 */
export type PlatformPart = 'own' | 'rows' | 'attached'

const NAME = `(?:"((?:[^"]|"")*)"|([\\w$]+))`
const FILLS = new RegExp(
  `^(?:copy|insert\\s+into)\\s+${NAME}\\.|^select\\s+pg_catalog\\.setval\\s*\\(\\s*'${NAME}\\.`,
  'i',
)
const SETTING = /^(?:set|reset|select\s+pg_catalog\.set_config)\b/i
/** The comment that pg_dump writes above an object. */
const HEADER = /^-- Name: ([^\n]*); Type: ([^;\n]+); Schema: ([^;\n]*); Owner/m
/** Objects that users add to tables of others. */
const ADDED = ['POLICY', 'TRIGGER']
const OF_PLATFORM_FUNCTION = new RegExp(`\\sEXECUTE FUNCTION (?:${PLATFORM_SCHEMAS.join('|')})\\.`)

const isPlatform = (schema: string) => PLATFORM_SCHEMAS.includes(schema)

/** Tells the statements of a dump apart by the comments above them. Statements come in the order of the file. */
export class PlatformParts {
  readonly #isOwnDump: () => boolean
  #part: PlatformPart | undefined

  /** `isOwnDump` says whether Basalt has made the file, as far as it was read. */
  constructor(isOwnDump: () => boolean) {
    this.#isOwnDump = isOwnDump
  }

  /** Undefined for statements of the users. */
  of(text: string): PlatformPart | undefined {
    const bare = withoutHeader(text)
    if (SETTING.test(bare)) return undefined
    const filled = FILLS.exec(bare)
    if (filled) {
      const schema = filled.slice(1).find((name) => name !== undefined) ?? ''
      return isPlatform(schema.replaceAll('""', '"')) ? 'rows' : undefined
    }
    const header = HEADER.exec(text)
    // What follows without a comment belongs to the same object.
    if (header) this.#part = this.#partOf(header.slice(1) as [string, string, string], bare)
    return isProjectDefault(bare) ? 'own' : this.#part
  }

  #partOf([name, type, schema]: [string, string, string], bare: string): PlatformPart | undefined {
    const ofSchema = type === 'SCHEMA' ? name : /^SCHEMA (.*)$/.exec(name)?.[1]
    if (ofSchema !== undefined && isPlatform(ofSchema)) return 'own'
    // It comes with its extension.
    if (type === 'COMMENT' && /^EXTENSION /.test(name)) return 'own'
    if (this.#isOwnDump() && ofSchema === 'public') return 'own'
    if (!isPlatform(schema)) return undefined
    return ADDED.includes(type) && !OF_PLATFORM_FUNCTION.test(bare) ? 'attached' : 'own'
  }
}
