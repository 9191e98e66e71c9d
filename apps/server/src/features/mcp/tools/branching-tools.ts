import { listBranches } from '@basalt/contract/branches/branches.endpoints.ts'
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
