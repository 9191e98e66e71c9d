import { listGuides } from '@basalt/contract/documentation/documentation.endpoints.ts'
import { z } from 'zod'
import { searchGuides } from '../search-guides.ts'
import { accountTool } from '../tool.ts'

const QUERY_MAX = 200

export const docsTools = [
  accountTool({
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      "Searches the guides of this version of Basalt: how to operate, upgrade, back up, connect to and troubleshoot it. Returns the best matching sections, in Markdown. For PostgreSQL's own SQL rely on what you know of PostgreSQL 18.",
    feature: 'docs',
    effect: 'reads',
    input: { query: z.string().trim().min(1).max(QUERY_MAX).describe('A few words') },
    audit: { keeps: ['query'] },
    run: async ({ query }, { call }) => {
      const found = searchGuides(await call(listGuides, {}), query)
      if (found.length === 0) return 'No guide mentions this. Try other or fewer words.'
      return found.map(({ guide, heading, text }) => `# ${guide}: ${heading}\n\n${text}`).join('\n\n---\n\n')
    },
  }),
]
