import type { Needs } from '../permissions/need.rules.ts'

export const snippetNeeds = {
  seeSnippets: { action: 'read:Read', resource: 'user_content', to: 'see saved queries' },
  createSnippets: { action: 'write:Create', resource: 'user_content', to: 'save queries in this project' },
  changeSnippets: { action: 'write:Update', resource: 'user_content', to: 'change this query' },
  deleteSnippets: { action: 'write:Delete', resource: 'user_content', to: 'delete this query' },
  changeSnippetFolders: {
    action: 'write:Update',
    resource: 'user_content_folders',
    to: 'change folders of saved queries',
  },
} as const satisfies Needs
