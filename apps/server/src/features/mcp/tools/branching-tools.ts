import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
import {
  createMergeRequest,
  getMergeChanges,
  listMergeRequests,
  updateMergeRequest,
} from '@basalt/contract/merge-requests/merge-requests.endpoints.ts'
import {
  MERGE_DESCRIPTION_MAX,
  MERGE_TITLE_MAX,
  MERGED_TABLES_MAX,
} from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import { MergedTable } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { z } from 'zod'
import { projectTool } from '../tool.ts'

export const branchingTools = [
  projectTool({
    name: 'list_branches',
    title: 'List branches',
    description: 'Lists the branches of a project with their status, the default branch first.',
    feature: 'branching',
    effect: 'reads',
    input: {},
    audit: {},
    run: (_input, { call, project }) => call(listBranches, { params: { ref: project.ref }, query: {} }),
  }),
]

/** Tools of sessions whose changes land on a branch of their own. */
export const ownBranchTools = [
  projectTool({
    name: 'open_merge_request',
    title: 'Open a merge request',
    description:
      'Hands what this session has changed on its branch to a person, who reviews and merges it: opens the merge request of the branch, or changes the open one. Call it when the work is done. All changes of the schema are part of it, and the rows of the tables you name. Give the user the URL that it returns; you cannot merge yourself.',
    feature: 'branching',
    effect: 'writes',
    isRepeatable: true,
    input: {
      title: z.string().min(1).max(MERGE_TITLE_MAX).describe('What the merge does, in a few words'),
      description: z
        .string()
        .max(MERGE_DESCRIPTION_MAX)
        .describe('What you changed and why, and what a reviewer should look at'),
      tables: z
        .array(MergedTable)
        .max(MERGED_TABLES_MAX)
        .optional()
        .describe('Tables whose changed rows are merged too, such as settings; none by default'),
    },
    audit: { keeps: ['title', 'tables'] },
    async run({ title, description, tables }, { call, project, origin }) {
      const { ref } = project
      const fields = { title, description, ...(tables !== undefined && { tables }) }
      const requests = await call(listMergeRequests, { params: { ref } })
      const open = requests.find(({ branch_ref, status }) => branch_ref === ref && status === 'open')
      const request = open
        ? await call(updateMergeRequest, { params: { ref, id: open.id }, body: fields })
        : await call(createMergeRequest, { params: { ref }, body: fields })
      const changes = await call(getMergeChanges, { params: { ref, id: request.id } })
      return {
        url: `${origin}/project/${ref}/merge`,
        target: request.target_name,
        sql: changes.statements.map(({ sql }) => sql),
        conflicts: changes.conflicts.map(({ object }) => object),
        tables: changes.tables.map(({ schema, name, inserted, updated, deleted, is_chosen, problem }) => ({
          schema,
          name,
          inserted,
          updated,
          deleted,
          is_merged: is_chosen,
          ...(problem !== null && { problem }),
        })),
        left_to_do: changes.obstacle,
      }
    },
  }),
]
