/**
 * The Data API settings that a database's owner made with `alter role authenticator set pgrst.… to …`. The names are
 * those of PostgREST's in-database configuration; undefined ones fall back to the project's settings.
 */
export interface ApiConfig {
  readonly schemas: readonly string[] | undefined
  readonly extraSearchPath: readonly string[] | undefined
  readonly maxRows: number | undefined
  readonly allowsAggregates: boolean
  readonly allowsPlans: boolean
  /** A function that runs before every request, named as in `pgrst.db_pre_request`: parts between dots. */
  readonly preRequest: readonly string[] | undefined
  /** The name, in lower case, of a request header to echo. */
  readonly traceHeader: string | undefined
  readonly sendsServerTiming: boolean
  readonly hasOpenApi: boolean
  /** Whether a request may choose how its transaction ends, and the default. */
  readonly transactionEnd: { readonly isRolledBack: boolean; readonly mayBeChosen: boolean }
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

/** Parses the settings of the role that requests log in as. Invalid values count as unset. */
export function apiConfigOf(settings: ReadonlyMap<string, string> | undefined): ApiConfig {
  const of = (name: string) => settings?.get(`pgrst.${name}`)?.trim() || undefined
  const trace = of('server_trace_header')
  const preRequest = of('db_pre_request')
  const end = of('db_tx_end')
  return {
    schemas: listOf(of('db_schemas') ?? of('db_schema')),
    extraSearchPath: listOf(of('db_extra_search_path')),
    maxRows: numberOf(of('db_max_rows') ?? of('max_rows')),
    allowsAggregates: isOn(of('db_aggregates_enabled')),
    allowsPlans: isOn(of('db_plan_enabled')),
    preRequest: preRequest === undefined ? undefined : partsOf(preRequest),
    traceHeader: trace !== undefined && HEADER_NAME.test(trace) ? trace.toLowerCase() : undefined,
    sendsServerTiming: isOn(of('server_timing_enabled')),
    hasOpenApi: of('openapi_mode') !== 'disabled',
    transactionEnd: {
      isRolledBack: end?.startsWith('rollback') ?? false,
      mayBeChosen: end === undefined || end.endsWith('-allow-override'),
    },
  }
}

/** Whether a setting is true, in PostgreSQL's spellings. */
export const isOn = (value: string | undefined) =>
  ['true', 'on', '1', 'yes', 't', 'y'].includes(value?.toLowerCase() ?? '')

function listOf(text: string | undefined): readonly string[] | undefined {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '')
  return names.length > 0 ? [...new Set(names)] : undefined
}

function numberOf(text: string | undefined): number | undefined {
  const number = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number > 0 ? number : undefined
}

/** The parts of `api.check` or `"Api"."Check"`. */
const partsOf = (name: string) =>
  [...name.matchAll(/"((?:[^"]|"")+)"|([^".]+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare!.trim(),
  )
