import { z } from 'zod'
import { LOG_QUERY_LENGTH_MAX, LOG_SEARCH_MAX } from '../logs/log-limits.rules.ts'
import { logScopes } from '../logs/logs.rules.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { SnippetChart } from '../snippets/snippets.schema.ts'
import { nameText, Text } from '../text.ts'
import { LOG_SEARCH_NAME_MAX } from './log-searches.rules.ts'

const Place = z.enum([...logScopes, 'explorer'])

export const LogSearchQuery = z.object({ place: Place })
export const LogSearchParams = ProjectParams.extend({ id: z.uuid() })

export const LogSearchName = nameText('The name', 1, LOG_SEARCH_NAME_MAX)
const text = Text.min(1, 'There is nothing to save').max(LOG_QUERY_LENGTH_MAX)
/** How the explorer draws the result; null for a table. */
const chart = SnippetChart.nullable()

export const NewLogSearch = z
  .strictObject({ place: Place, name: LogSearchName, text, chart: chart.default(null) })
  .refine(({ place, text: saved }) => place === 'explorer' || saved.length <= LOG_SEARCH_MAX, {
    path: ['text'],
    message: `A search may have at most ${LOG_SEARCH_MAX} characters`,
  })
export type NewLogSearch = z.infer<typeof NewLogSearch>

export const LogSearch = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** A search such as `status:5xx`, or SQL of the explorer. */
    text: z.string(),
    chart: SnippetChart.nullable(),
  })
  .meta({ id: 'LogSearch' })
export type LogSearch = z.infer<typeof LogSearch>
