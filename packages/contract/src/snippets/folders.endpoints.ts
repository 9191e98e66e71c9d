import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  DeletedIds,
  FolderName,
  FolderPage,
  FolderQuery,
  Ids,
  ItemParams,
  SnippetFolder,
} from './snippets.schema.ts'

export const listSnippetFolders = endpoint({
  name: 'listSnippetFolders',
  method: 'GET',
  path: '/platform/projects/:ref/content/folders',
  summary: "The caller's folders by name, and the private queries outside folders",
  params: ProjectParams,
  query: FolderQuery,
  response: FolderPage,
})

export const getSnippetFolder = endpoint({
  name: 'getSnippetFolder',
  method: 'GET',
  path: '/platform/projects/:ref/content/folders/:id',
  summary: 'The contents of a folder',
  params: ItemParams,
  query: FolderQuery,
  response: FolderPage,
})

export const createSnippetFolder = endpoint({
  name: 'createSnippetFolder',
  method: 'POST',
  path: '/platform/projects/:ref/content/folders',
  summary: 'Create a folder for private queries',
  params: ProjectParams,
  body: FolderName,
  audit: { keeps: ['name'] },
  response: SnippetFolder,
  status: 201,
})

export const renameSnippetFolder = endpoint({
  name: 'renameSnippetFolder',
  method: 'PUT',
  path: '/platform/projects/:ref/content/folders/:id',
  summary: 'Rename a folder',
  params: ItemParams,
  body: FolderName,
  audit: { keeps: ['name'] },
  response: SnippetFolder,
})

export const deleteSnippetFolders = endpoint({
  name: 'deleteSnippetFolders',
  method: 'DELETE',
  path: '/platform/projects/:ref/content/folders',
  summary: 'Delete folders and the queries in them; returns those that existed',
  params: ProjectParams,
  query: Ids,
  response: DeletedIds,
})
